import FoundationEssentials
internal import Music

extension FilePath {
  /// The bytes as a database value.
  var data: Data { Data(bytes) }
}

import FoundationEssentials
internal import Music

extension FilePath {
  /// As the database takes it.
  var data: Data { Data(bytes) }
}

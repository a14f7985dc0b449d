internal import GRDB
internal import Music

/// A path and everything below it, as a condition that an index of paths answers.
struct PathRange {
  static let condition = "path = ? OR path >= ? AND path < ?"

  /// The path, and the bounds of the byte range of everything below it.
  var arguments: StatementArguments

  fileprivate init(_ path: FilePath) {
    let slash = UInt8(ascii: "/")
    let inside = path.bytes.last == slash ? path.bytes : path.bytes + [slash]
    // "0" follows "/".
    let end = Array(inside.dropLast()) + [slash + 1]
    arguments = [path.data, FilePath(bytes: inside).data, FilePath(bytes: end).data]
  }
}

extension FilePath {
  var range: PathRange { PathRange(self) }
}

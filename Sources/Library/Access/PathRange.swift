internal import GRDB
internal import Music

/// A path and all that lies below it, as a part of a condition that an index of paths answers.
struct PathRange {
  static let condition = "path = ? OR path >= ? AND path < ?"

  /// The path, and between which bytes all lies that is below it.
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

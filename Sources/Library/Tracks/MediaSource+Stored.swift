import FoundationEssentials
internal import GRDB
internal import Music

// A source in the columns of a track: its number in one, and the address of a stream or of a
// server's track in that of the path.
extension MediaSource {
  init(_ row: Row, number: Int, path: Int) throws {
    self.init(number: try row.value(number), path: try TrackRow.path(row, path))
  }

  /// A stream or a server's track without a valid address is a missing file. The numbers of servers
  /// follow those that each library has.
  init(number: Int64, path: FilePath) {
    switch SourceNumber(rawValue: number) {
    case .streams:
      let text = String(validating: path.bytes, as: UTF8.self)
      self = text.flatMap { StreamAddress($0) }.map { .stream($0) } ?? .file(path)
    case .files: self = .file(path)
    case nil:
      let text = String(validating: path.bytes, as: UTF8.self)
      self = text.flatMap { ServerTrackAddress(parsing: $0) }.map { .server($0) } ?? .file(path)
    }
  }

  /// The value of the path column.
  var data: Data { Data(bytes) }
}

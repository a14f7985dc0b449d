import FoundationEssentials
internal import GRDB
internal import Music

// How a source lies in a row of tracks: its number in one column, and in that of the path the
// address of a stream as well.
extension MediaSource {
  init(_ row: Row, number: Int, path: Int) throws {
    self.init(number: try row.value(number), path: try TrackRow.path(row, path))
  }

  /// What is said to be a stream and has no address is a file that is not there.
  init(number: Int64, path: FilePath) {
    switch SourceNumber(rawValue: number) {
    case .streams:
      let text = String(validating: path.bytes, as: UTF8.self)
      self = text.flatMap { StreamAddress($0) }.map { .stream($0) } ?? .file(path)
    case .files, nil: self = .file(path)
    }
  }

  /// What the column of the path holds.
  var data: Data { Data(bytes) }
}

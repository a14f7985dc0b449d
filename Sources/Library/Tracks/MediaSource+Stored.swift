import FoundationEssentials
internal import GRDB
internal import Music

// A source in the columns of a track: its number in one, and the address of a stream in that of the
// path.
extension MediaSource {
  init(_ row: Row, number: Int, path: Int) throws {
    self.init(number: try row.value(number), path: try TrackRow.path(row, path))
  }

  /// A stream without a valid address is a missing file.
  init(number: Int64, path: FilePath) {
    switch SourceNumber(rawValue: number) {
    case .streams:
      let text = String(validating: path.bytes, as: UTF8.self)
      self = text.flatMap { StreamAddress($0) }.map { .stream($0) } ?? .file(path)
    case .files, nil: self = .file(path)
    }
  }

  /// The value of the path column.
  var data: Data { Data(bytes) }
}

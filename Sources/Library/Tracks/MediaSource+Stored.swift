import Foundation
internal import GRDB
internal import Music

// How a source lies in a row of tracks: its number in one column, and in that of the path the
// address of a stream as well.
extension MediaSource {
  /// What is said to be a stream and has no address is a file that is not there.
  init(_ row: Row, number: Int, path column: Int) throws {
    let path = try TrackRow.path(row, column)
    switch SourceNumber(rawValue: try row.value(number)) {
    case .streams:
      let text = String(validating: path.bytes, as: UTF8.self)
      self = text.flatMap { StreamAddress($0) }.map { .stream($0) } ?? .file(path)
    case .files, nil: self = .file(path)
    }
  }

  /// What the column of the path holds.
  var data: Data { Data(bytes) }
}

import Foundation
internal import GRDB
internal import Music

// How a source lies in a row of tracks: in the column of the path, which holds the address of a
// stream as well. Only this file tells the two apart.
extension MediaSource {
  init(_ row: Row, path column: Int) throws {
    self.init(stored: try TrackRow.path(row, column))
  }

  init(stored path: FilePath) {
    // The path of a file is absolute, and so no address.
    let isFile = path.bytes.first == UInt8(ascii: "/")
    let text = isFile ? nil : String(validating: path.bytes, as: UTF8.self)
    self = text.flatMap { StreamAddress($0) }.map { .stream($0) } ?? .file(path)
  }

  /// What the column of the path holds.
  var data: Data { Data(bytes) }
}

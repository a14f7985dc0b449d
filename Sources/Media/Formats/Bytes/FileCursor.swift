/// A sequence of bytes, read or skipped in order.
protocol ByteStream {
  /// The next bytes, at most `HeaderFile.maximumLength`; nil at the end.
  mutating func read(_ count: Int) -> ByteView?
  /// False at the end.
  mutating func skip(_ count: Int) -> Bool
}

/// A part of a file, read from its start to its end.
///
/// Offsets and lengths in files may be any numbers: a part beyond the file ends with it, and
/// reading beyond the part fails without moving the cursor.
struct FileCursor: ByteStream {
  let file: HeaderFile
  private(set) var offset: Int64
  let end: Int64

  init(_ file: HeaderFile, from start: Int64, to end: Int64) {
    self.file = file
    self.end = min(max(0, end), file.size)
    offset = min(max(0, start), self.end)
  }

  var left: Int64 { end - offset }

  /// The next bytes, without moving on.
  func peek(_ count: Int) -> ByteView? {
    count <= left ? file.bytes(at: offset, count) : nil
  }

  mutating func read(_ count: Int) -> ByteView? {
    guard let bytes = peek(count) else { return nil }
    offset += Int64(count)
    return bytes
  }

  mutating func skip(_ count: Int) -> Bool {
    guard count >= 0, count <= left else { return false }
    offset += Int64(count)
    return true
  }
}

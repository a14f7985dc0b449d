/// Bytes that come one after the other, some of which may be passed over.
protocol ByteStream {
  /// So many bytes, at most `HeaderFile.longest`; nil at the end.
  mutating func read(_ count: Int) -> ByteView?
  /// False at the end.
  mutating func skip(_ count: Int) -> Bool
}

/// A part of a file that is read from its start to its end.
///
/// Directories and lengths may be any numbers: a part that reaches beyond the file ends with it, and what
/// reaches beyond the part is refused and does not move the cursor.
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

  /// The next bytes, which are read again afterwards.
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

/// The boxes of an MP4 file, in order (ISO 14496-12, section 4.2).
struct MP4Boxes {
  struct Box {
    /// The four letters as a number.
    var name: UInt32
    /// The start of the header.
    var position: Int64
    /// The start of the content.
    var start: Int64
    var end: Int64
  }

  private var cursor: FileCursor
  private var left: Int
  /// Whether the boxes ended at one that exceeds its parent, or were too many.
  private(set) var isDamaged = false

  /// - Parameter most: the most boxes accepted.
  init(_ file: HeaderFile, from start: Int64, to end: Int64, most: Int = 1_000) {
    cursor = FileCursor(file, from: start, to: end)
    left = most
  }

  /// The children of a box.
  init(_ file: HeaderFile, in box: Box, from offset: Int64 = 0, most: Int = 1_000) {
    self.init(file, from: box.start + offset, to: box.end, most: most)
  }

  /// Nil at the end, and if a box exceeds its parent.
  mutating func next() -> Box? {
    guard cursor.left >= 8 else { return nil }
    let offset = cursor.offset
    guard left > 0, let (name, length) = header(), cursor.skip(length) else {
      isDamaged = true
      return nil
    }
    left -= 1
    return Box(
      name: name, position: offset, start: cursor.offset - Int64(length), end: cursor.offset)
  }

  /// The name of a box, and the length of its content.
  private mutating func header() -> (name: UInt32, length: Int)? {
    guard let head = cursor.read(8) else { return nil }
    let name = UInt32(head.big(4, 4))
    switch head.big(0, 4) {
    case 0: return (name, Int(cursor.left))
    case 1:
      guard let large = cursor.read(8), let size = Int(exactly: large.big64(0)), size >= 16 else {
        return nil
      }
      return (name, size - 16)
    case let size: return size >= 8 ? (name, size - 8) : nil
    }
  }

  /// The first box of a name.
  static func first(
    _ name: StaticString, _ file: HeaderFile, in box: Box, from offset: Int64 = 0
  ) -> Box? {
    var boxes = MP4Boxes(file, in: box, from: offset)
    let wanted = UInt32(letters: name)
    while let box = boxes.next() { if box.name == wanted { return box } }
    return nil
  }

  /// The offset of the boxes in a "meta": QuickTime's has no version in front of them.
  static func metaOffset(_ file: HeaderFile, _ meta: Box) -> Int64 {
    file.bytes(at: meta.start, 8)?.has("hdlr", at: 4) == true ? 0 : 4
  }
}

/// The boxes of an MP4 file, one behind the other (ISO 14496-12, section 4.2).
struct MP4Boxes {
  struct Box {
    /// Its four letters as a number.
    var name: UInt32
    /// Of what is in it.
    var start: Int64
    var end: Int64
  }

  private let file: HeaderFile
  private var place: Int64
  private let end: Int64
  private var left = 1_000

  init(_ file: HeaderFile, from start: Int64, to end: Int64) {
    self.file = file
    place = start
    self.end = end
  }

  init(_ file: HeaderFile, in box: Box, from offset: Int64 = 0) {
    self.init(file, from: box.start + offset, to: box.end)
  }

  /// Nil at the end, and where a box does not fit into the one around it.
  mutating func next() -> Box? {
    guard left > 0, place + 8 <= end, let head = file.bytes(at: place, 8) else { return nil }
    left -= 1
    let name = UInt32(head.big(4, 4))
    var size = Int64(head.big(0, 4))
    var start = place + 8
    if size == 1 {
      guard let large = file.bytes(at: place + 8, 8), large[0] == 0 else { return nil }
      size = Int64(large.big(1, 7))
      start += 8
    } else if size == 0 {
      size = end - place
    }
    guard size >= start - place, size <= end - place else { return nil }
    place += size
    return Box(name: name, start: start, end: place)
  }

  /// The first box of a name.
  static func first(
    _ name: StaticString, _ file: HeaderFile, in box: Box, from offset: Int64 = 0
  ) -> Box? {
    var boxes = MP4Boxes(file, in: box, from: offset)
    let wanted = number(name)
    while let box = boxes.next() { if box.name == wanted { return box } }
    return nil
  }

  static func number(_ text: StaticString) -> UInt32 {
    (0..<4).reduce(0) { $0 << 8 | UInt32(text.utf8Start[$1]) }
  }
}

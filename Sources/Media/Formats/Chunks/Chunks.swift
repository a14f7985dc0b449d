/// The chunks of a RIFF file (little-endian) or of an IFF file (big-endian), in order.
struct Chunks {
  struct Chunk {
    /// The four letters as a number.
    var name: UInt32
    /// The start of the header.
    var offset: Int64
    /// The start of the content.
    var start: Int64
    var end: Int64
    /// Whether the chunk claims to exceed its container, as with writers that do not know the
    /// length.
    var isCut: Bool
  }

  private var cursor: FileCursor
  private let isBig: Bool
  private var left: Int

  /// - Parameter most: the most chunks to return.
  init(_ file: HeaderFile, from start: Int64, to end: Int64, isBig: Bool, most: Int) {
    cursor = FileCursor(file, from: start, to: end)
    self.isBig = isBig
    left = most
  }

  /// The chunks of a file whose form type is at 8.
  init(_ file: HeaderFile, isBig: Bool, most: Int) {
    self.init(file, from: 12, to: file.size, isBig: isBig, most: most)
  }

  /// Nil at the end; a truncated chunk is the last.
  mutating func next() -> Chunk? {
    let offset = cursor.offset
    guard left > 0, let head = cursor.read(8) else { return nil }
    left -= 1
    let (name, start) = (UInt32(head.big(0, 4)), cursor.offset)
    let size = isBig ? head.big(4, 4) : head.little(4, 4)
    let isCut = size == 0xFFFF_FFFF || size > cursor.left
    let end = isCut ? cursor.end : start + Int64(size)
    // The last chunk's pad byte is often missing.
    if isCut || !cursor.skip(size + size & 1) { left = 0 }
    return Chunk(name: name, offset: offset, start: start, end: end, isCut: isCut)
  }

  static let (id3, id3InCapitals) = (UInt32(letters: "id3 "), UInt32(letters: "ID3 "))
}

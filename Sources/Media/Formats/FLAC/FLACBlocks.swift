/// The metadata blocks of FLAC, in order (RFC 9639, section 8).
struct FLACBlocks {
  struct Block {
    var kind: UInt8
    /// The start of the four-byte header.
    var offset: Int64
    /// The start of the content.
    var start: Int64
    var end: Int64
    var isLast: Bool
  }

  /// The start of the next block, or of the first frame.
  var offset: Int64
  private let file: HeaderFile
  private var left = 200

  /// - Parameter start: the offset of "fLaC".
  init(_ file: HeaderFile, at start: Int64) {
    self.file = file
    offset = start + 4
  }

  /// Nil at the end of the file, or after an implausible number of blocks.
  mutating func next() -> Block? {
    guard left > 0, let header = file.bytes(at: offset, 4) else { return nil }
    left -= 1
    let block = Block(
      kind: header[0] & 0x7F, offset: offset, start: offset + 4,
      end: offset + 4 + Int64(header.big(1, 3)), isLast: header[0] & 0x80 != 0)
    offset = block.end
    return block
  }
}

/// STREAMINFO's format: 20 bits of rate, 3 of channels, 5 of depth (RFC 9639, 8.2).
struct FLACStreamInfo {
  let sampleRate: Int
  let channels: Int
  let bitDepth: Int

  static let length = 34

  init(_ bytes: ByteView) {
    let word = bytes.big(10, 4)
    (sampleRate, channels, bitDepth) = (word >> 12, word >> 9 & 7 + 1, word >> 4 & 31 + 1)
  }
}

/// SEEKTABLE: samples and offsets from the first frame on (RFC 9639, section 8.5).
enum FLACSeekTable {
  private static let pointLength = 18
  /// Marks a place for a point that was never filled.
  private static let placeholder = UInt64.max

  /// The points in order, as the file claims them; none of a file without a table, and of one with
  /// a table that is too long.
  static func points(_ file: HeaderFile) -> [SeekPoint] {
    let start = HeaderReader.tagsEnd(file)
    guard file.bytes(at: start, 4)?.has("fLaC") == true else { return [] }
    var blocks = FLACBlocks(file, at: start)
    var table: ByteView?
    while let block = blocks.next() {
      if block.kind == 3, block.end - block.start <= Int64(HeaderFile.maximumLength) {
        table = file.bytes(at: block.start, Int(block.end - block.start))
      }
      if block.isLast { break }
    }
    guard let table else { return [] }
    var points: [SeekPoint] = []
    for offset in stride(from: 0, through: table.count - pointLength, by: pointLength) {
      let (sample, distance) = (table.big64(offset), table.big64(offset + 8))
      guard sample != placeholder, sample < 1 << 40, distance < UInt64(file.size) else { continue }
      points.append(SeekPoint(position: blocks.offset + Int64(distance), time: Int64(sample)))
    }
    return points
  }
}

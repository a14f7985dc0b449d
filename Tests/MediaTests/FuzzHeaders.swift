/// Offsets of the headers of boxes, chunks or blocks, anywhere in a file.
struct FuzzHeaders {
  private(set) var places: [Int] = []
  private let bytes: [UInt8]

  private static let most = 500
  private static let parents = [
    "moov", "trak", "mdia", "minf", "stbl", "udta", "ilst", "moof", "traf", "mvex", "edts", "dinf",
  ].map { Array($0.utf8) }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.dropFirst(4).starts(with: "ftyp".utf8) {
      walkBoxes(0..<bytes.count)
    } else if bytes.starts(with: "fLaC".utf8) {
      walkBlocks(from: 4)
    } else if bytes.starts(with: "ID3".utf8) {
      let tag = 10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
      places.append(0)
      if bytes.dropFirst(tag).starts(with: "fLaC".utf8) { walkBlocks(from: tag + 4) }
    } else if bytes.starts(with: "RIFF".utf8) || bytes.starts(with: "FORM".utf8) {
      walkChunks(isBig: bytes[0] == UInt8(ascii: "F"))
    }
  }

  private func number(_ offset: Int, _ count: Int) -> Int {
    bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private mutating func walkBoxes(_ range: Range<Int>) {
    var offset = range.lowerBound
    while offset + 8 <= range.upperBound, places.count < Self.most {
      places.append(offset)
      let end = offset + number(offset, 4)
      let kind = Array(bytes[offset + 4..<offset + 8])
      guard end >= offset + 8, end <= range.upperBound else { return }
      if Self.parents.contains(kind) { walkBoxes(offset + 8..<end) }
      // Four bytes of version and flags come before the children.
      if kind == Array("meta".utf8), end >= offset + 12 { walkBoxes(offset + 12..<end) }
      offset = end
    }
  }

  private mutating func walkBlocks(from start: Int) {
    var offset = start
    while offset + 4 <= bytes.count, places.count < Self.most {
      places.append(offset)
      if bytes[offset] & 0x80 != 0 { return }
      offset += 4 + number(offset + 1, 3)
    }
  }

  private mutating func walkChunks(isBig: Bool) {
    var offset = 12
    while offset + 8 <= bytes.count, places.count < Self.most {
      places.append(offset)
      let size =
        isBig
        ? number(offset + 4, 4)
        : bytes[offset + 4..<offset + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      offset += 8 + size + size % 2
    }
  }
}

/// Where in a file the headers of its boxes, chunks or blocks begin, however far back.
struct FuzzHeads {
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

  private func number(_ place: Int, _ count: Int) -> Int {
    bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private mutating func walkBoxes(_ range: Range<Int>) {
    var place = range.lowerBound
    while place + 8 <= range.upperBound, places.count < Self.most {
      places.append(place)
      let end = place + number(place, 4)
      let kind = Array(bytes[place + 4..<place + 8])
      guard end >= place + 8, end <= range.upperBound else { return }
      if Self.parents.contains(kind) { walkBoxes(place + 8..<end) }
      // Four bytes of version and flags come before what is in it.
      if kind == Array("meta".utf8), end >= place + 12 { walkBoxes(place + 12..<end) }
      place = end
    }
  }

  private mutating func walkBlocks(from start: Int) {
    var place = start
    while place + 4 <= bytes.count, places.count < Self.most {
      places.append(place)
      if bytes[place] & 0x80 != 0 { return }
      place += 4 + number(place + 1, 3)
    }
  }

  private mutating func walkChunks(isBig: Bool) {
    var place = 12
    while place + 8 <= bytes.count, places.count < Self.most {
      places.append(place)
      let size =
        isBig
        ? number(place + 4, 4)
        : bytes[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      place += 8 + size + size % 2
    }
  }
}

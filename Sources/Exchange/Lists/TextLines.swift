/// The lines of a text as bytes, numbered from 1; they end with CR, LF or both.
struct TextLines: Sequence, IteratorProtocol {
  /// Bytes; longer than any path with everything that formats put around it.
  static let longest = 64 << 10

  private let bytes: [UInt8]
  private var place = 0
  private var number = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> (number: Int, bytes: ArraySlice<UInt8>)? {
    guard place < bytes.count else { return nil }
    let start = place
    while place < bytes.count, bytes[place] != 10, bytes[place] != 13 { place += 1 }
    let line = bytes[start..<place]
    if place < bytes.count {
      let isPair = bytes[place] == 13 && place + 1 < bytes.count && bytes[place + 1] == 10
      place += isPair ? 2 : 1
    }
    number += 1
    return (number, line)
  }
}

/// The lines of a text as bytes, numbered from 1; they end with CR, LF or both.
struct TextLines: Sequence, IteratorProtocol {
  /// Bytes; longer than any path with its surrounding syntax.
  static let maximumLength = 64 << 10

  private let bytes: [UInt8]
  private var offset = 0
  private var number = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> (number: Int, bytes: ArraySlice<UInt8>)? {
    guard offset < bytes.count else { return nil }
    let start = offset
    while offset < bytes.count, bytes[offset] != 10, bytes[offset] != 13 { offset += 1 }
    let line = bytes[start..<offset]
    if offset < bytes.count {
      let isPair = bytes[offset] == 13 && offset + 1 < bytes.count && bytes[offset + 1] == 10
      offset += isPair ? 2 : 1
    }
    number += 1
    return (number, line)
  }
}

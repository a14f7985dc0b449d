/// The order of ids by their bytes, whose first eight decide nearly always.
struct UUIDOrder: Comparable {
  private let first: UInt64
  private let text: String

  init(_ text: String) {
    self.text = text
    var first: UInt64 = 0
    var count = 0
    for byte in text.utf8.prefix(8) {
      first = first << 8 | UInt64(byte)
      count += 1
    }
    self.first = count == 0 ? 0 : first << (8 * UInt64(8 - count))
  }

  static func < (left: UUIDOrder, right: UUIDOrder) -> Bool {
    if left.first != right.first { return left.first < right.first }
    return left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}

extension [UInt8] {
  /// Appends a big-endian number.
  mutating func append(big number: Int, bytes: Int) {
    for index in (0..<bytes).reversed() { append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }

  /// Appends a little-endian number.
  mutating func append(little number: Int, bytes: Int) {
    for index in 0..<bytes { append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }

  mutating func append(text: String) { append(contentsOf: text.utf8) }

  /// Reads a big-endian number.
  func big(at index: Int, bytes: Int) -> Int {
    self[index..<index + bytes].reduce(0) { $0 << 8 | Int($1) }
  }
}

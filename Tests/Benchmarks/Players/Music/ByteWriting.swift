extension [UInt8] {
  /// Appends a number with its highest byte first.
  mutating func append(big number: Int, bytes: Int) {
    for index in (0..<bytes).reversed() { append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }

  /// Appends a number with its lowest byte first.
  mutating func append(little number: Int, bytes: Int) {
    for index in 0..<bytes { append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }

  mutating func append(text: String) { append(contentsOf: text.utf8) }

  /// The number in some bytes, the highest first.
  func big(at index: Int, bytes: Int) -> Int {
    self[index..<index + bytes].reduce(0) { $0 << 8 | Int($1) }
  }
}

import FoundationEssentials

/// Whole numbers as bytes, seven bits in each, small ones in one.
struct PackedNumbers {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Numbers of either sign, small ones short.
  mutating func add(signed number: Int64) {
    add(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
  }
}

/// Reads packed numbers; nil for an invalid one. Safe for any bytes.
struct UnpackedNumbers {
  private var rest: ArraySlice<UInt8>

  init(_ data: Data) { rest = [UInt8](data)[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func next() -> UInt64? {
    var (number, shift): (UInt64, UInt64) = (0, 0)
    while let byte = rest.popFirst() {
      guard shift < 63 else { return nil }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    return nil
  }

  mutating func nextSigned() -> Int64? {
    next().map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) }
  }
}

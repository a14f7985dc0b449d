/// The 128 bits of a UUID (RFC 9562, section 4), which its text has in hexadecimal digits.
struct UUIDBits: Hashable, Sendable, Comparable {
  enum Letters: Sendable {
    case small, capital

    /// The letter of the value 10.
    fileprivate var first: UInt8 { self == .small ? UInt8(ascii: "a") : UInt8(ascii: "A") }
  }

  let high: UInt64
  let low: UInt64

  private static let length = 36

  init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// A random one of version 4 (RFC 9562, section 5.4).
  static func random() -> UUIDBits {
    UUIDBits(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max)).ofVersion4
  }

  /// With the bits of version 4.
  var ofVersion4: UUIDBits {
    UUIDBits(high: high & ~0xF000 | 0x4000, low: low & (1 << 62 - 1) | 1 << 63)
  }

  /// From a text with letters of one kind alone; nil for anything else.
  init?(_ text: UnsafeBufferPointer<UInt8>, _ letters: Letters) {
    guard text.count == UUIDBits.length else { return nil }
    var (high, low): (UInt64, UInt64) = (0, 0)
    for (position, byte) in text.enumerated() {
      if UUIDBits.isHyphen(position) {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case letters.first..<letters.first + 6: digit = byte - letters.first + 10
      default: return nil
      }
      high = high << 4 | low >> 60
      low = low << 4 | UInt64(digit)
    }
    (self.high, self.low) = (high, low)
  }

  func text(_ letters: Letters) -> String {
    String(unsafeUninitializedCapacity: UUIDBits.length) { buffer in
      var (high, low) = (high, low)
      for position in 0..<UUIDBits.length {
        if UUIDBits.isHyphen(position) {
          buffer[position] = UInt8(ascii: "-")
          continue
        }
        let digit = UInt8(truncatingIfNeeded: high >> 60)
        buffer[position] = digit < 10 ? UInt8(ascii: "0") + digit : letters.first + digit - 10
        high = high << 4 | low >> 60
        low <<= 4
      }
      return UUIDBits.length
    }
  }

  private static func isHyphen(_ position: Int) -> Bool {
    position == 8 || position == 13 || position == 18 || position == 23
  }

  /// The order of the texts, whose letters come behind the digits.
  static func < (left: UUIDBits, right: UUIDBits) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

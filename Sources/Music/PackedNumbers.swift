/// Numbers as text, each with as many digits in base 64: a million take a millisecond or two to
/// read, where decimal ones take ten times that.
enum PackedNumbers {
  private static let alphabet = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_".utf8)
  /// Stands for a number that is missing, as often as the others have digits.
  private static let missing = UInt8(ascii: ".")
  /// The digits of the greatest number.
  static let mostDigits = 11

  /// The digits that the greatest of some numbers needs.
  static func digits(for numbers: some Sequence<UInt64>) -> Int {
    let all = numbers.reduce(0, |)
    return max(1, (UInt64.bitWidth - all.leadingZeroBitCount + 5) / 6)
  }

  /// - Parameter digits: the digits of each number, enough for the greatest.
  static func append(
    _ numbers: some Collection<UInt64?>, digits: Int, to text: inout [UInt8]
  ) {
    text += [UInt8](unsafeUninitializedCapacity: numbers.count * digits) { bytes, filled in
      alphabet.withUnsafeBufferPointer { alphabet in
        for number in numbers {
          let start = filled
          filled += digits
          var (place, rest) = (filled, number ?? 0)
          while place > start {
            place -= 1
            bytes[place] = number == nil ? missing : alphabet[Int(rest & 63)]
            rest >>= 6
          }
        }
      }
    }
  }

  /// Reads a text of numbers; nil where the text is of another form.
  ///
  /// - Parameter value: nil where a number must not be missing, or is none of these.
  static func read<Value>(
    _ text: UnsafeBufferPointer<UInt8>, digits: Int, _ value: (UInt64?) -> Value?
  ) -> [Value]? {
    guard (1...mostDigits).contains(digits), text.count.isMultiple(of: digits) else { return nil }
    var worth = [UInt8](repeating: 255, count: 256)
    for (number, digit) in alphabet.enumerated() { worth[Int(digit)] = UInt8(number) }
    return worth.withUnsafeBufferPointer { worth in
      // Those of libraries of up to some million tracks, for which the inner loop is unrolled.
      switch digits {
      case 3: read(text, digits: 3, worth, value)
      case 4: read(text, digits: 4, worth, value)
      default: read(text, digits: digits, worth, value)
      }
    }
  }

  @inline(__always)
  private static func read<Value>(
    _ text: UnsafeBufferPointer<UInt8>, digits: Int, _ worth: UnsafeBufferPointer<UInt8>,
    _ value: (UInt64?) -> Value?
  ) -> [Value]? {
    let count = text.count / digits
    let values = [Value](inLargePages: count) { values in
      var filled = 0
      while filled < count {
        let start = filled * digits
        var (number, faults) = (UInt64(0), UInt8(0))
        for place in start..<start + digits {
          let part = worth[Int(text[place])]
          faults |= part
          number = number << 6 | UInt64(part)
        }
        let isMissing = faults >= 64
        if isMissing, text[start..<start + digits].contains(where: { $0 != missing }) {
          return filled
        }
        guard let value = value(isMissing ? nil : number) else { return filled }
        values.initializeElement(at: filled, to: value)
        filled += 1
      }
      return filled
    }
    return values.count == count ? values : nil
  }
}

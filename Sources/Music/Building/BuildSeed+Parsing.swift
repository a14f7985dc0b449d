/// Why a text is no seed.
package enum BuildSeedError: Error, Equatable, Sendable {
  case notWhole
  case tooLong(digits: Int)

  /// For the field in which the seed is typed.
  package var reason: String {
    switch self {
    case .notWhole: "a seed is a whole number, such as 1234 or -7"
    case .tooLong(let digits):
      "a seed has at most \(BuildSeed.maximumDigits) digits, and this one has \(digits)"
    }
  }
}

extension BuildSeed {
  /// As many as Python's `int()` reads by default.
  package static let maximumDigits = 4_300
  /// Scalars of a text that is examined; spaces and underscores included.
  private static let maximumText = 20_000

  /// A seed as Python's `int()` reads it: white space around it, a sign, decimal digits of any
  /// script, and single underscores between them.
  package init(parsing typed: String) throws(BuildSeedError) {
    var text = typed.unicodeScalars.prefix(BuildSeed.maximumText + 1)
    guard text.count <= BuildSeed.maximumText else { throw .notWhole }
    // Unlike strip(), int() takes the separators of files and records for no white space.
    func isSpace(_ scalar: Unicode.Scalar) -> Bool {
      scalar.isPythonSpace && !(0x1C...0x1F).contains(scalar.value)
    }
    while let first = text.first, isSpace(first) { text.removeFirst() }
    while let last = text.last, isSpace(last) { text.removeLast() }
    let isNegative = text.first == "-"
    if let first = text.first, first == "-" || first == "+" { text.removeFirst() }
    let digits = try BuildSeed.digits(text)
    guard digits.count <= BuildSeed.maximumDigits else { throw .tooLong(digits: digits.count) }
    let significant = digits.drop { $0 == 0 }
    let magnitude = significant.isEmpty ? "0" : significant.map(String.init).joined()
    self.init(
      text: (isNegative && !significant.isEmpty ? "-" : "") + magnitude,
      words: BuildSeed.words(significant))
  }

  private static func digits(
    _ text: Substring.UnicodeScalarView
  ) throws(BuildSeedError) -> [UInt32] {
    var digits: [UInt32] = []
    var wasDigit = false
    for scalar in text {
      if scalar == "_", wasDigit {
        wasDigit = false
        continue
      }
      guard scalar.properties.numericType == .decimal,
        let value = scalar.properties.numericValue
      else { throw .notWhole }
      digits.append(UInt32(value))
      wasDigit = true
    }
    // Empty, or an underscore at the end.
    guard wasDigit else { throw .notWhole }
    return digits
  }

  /// In 32-bit words, the least significant first.
  private static func words(_ digits: ArraySlice<UInt32>) -> [UInt32] {
    var words: [UInt32] = [0]
    for digit in digits {
      var carry = UInt64(digit)
      for index in words.indices {
        carry += UInt64(words[index]) * 10
        words[index] = UInt32(truncatingIfNeeded: carry)
        carry >>= 32
      }
      if carry > 0 { words.append(UInt32(carry)) }
    }
    return words
  }
}

/// Full case folding (Unicode Standard, section 3.13), as Python's `str.casefold()`.
enum CaseFolding {
  static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    var folded = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { append(scalar, to: &folded) }
    return String(folded)
  }

  private static func append(_ scalar: Unicode.Scalar, to folded: inout String.UnicodeScalarView) {
    switch scalar.value {
    case 0x41...0x5A: folded.append(Unicode.Scalar(UInt8(scalar.value | 0x20)))
    case 0..<0x80, 0x131: folded.append(scalar)
    case 0x1E9E: folded.append(contentsOf: "ss".unicodeScalars)
    // Cherokee folds to its capitals, since its small letters came later.
    case 0x13A0...0x13F5: folded.append(scalar)
    case 0x13F8...0x13FD: append(scalar.value - 0x08, to: &folded)
    case 0xAB70...0xABBF: append(scalar.value - 0xAB70 + 0x13A0, to: &folded)
    default:
      for capital in scalar.properties.uppercaseMapping.unicodeScalars {
        folded.append(contentsOf: capital.properties.lowercaseMapping.unicodeScalars)
      }
    }
  }

  private static func append(_ value: UInt32, to folded: inout String.UnicodeScalarView) {
    if let scalar = Unicode.Scalar(value) { folded.append(scalar) }
  }

  /// Lower case as Python's `str.lower()`: a sigma at the end of a word has its own form.
  static func lowercased(_ text: String) -> String {
    guard text.unicodeScalars.contains("Σ") else { return text.lowercased() }
    let scalars = Array(text.unicodeScalars)
    var lower = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      if scalar == "Σ" {
        lower.append(isFinal(index, in: scalars) ? "ς" : "σ")
      } else {
        lower.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      }
    }
    return String(lower)
  }

  /// The condition Final_Sigma of the Unicode Standard, table 3-17.
  private static func isFinal(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    func isCased(_ scalar: Unicode.Scalar?) -> Bool { scalar?.properties.isCased ?? false }
    let before = scalars[..<index].last { !$0.properties.isCaseIgnorable }
    let after = scalars[(index + 1)...].first { !$0.properties.isCaseIgnorable }
    return isCased(before) && !isCased(after)
  }
}

extension Unicode.Scalar {
  /// White space as Python's `str.isspace()` and `str.strip()` count it.
  package var isPythonSpace: Bool {
    switch value {
    case 0x09...0x0D, 0x1C...0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F,
      0x205F, 0x3000:
      true
    default: false
    }
  }

  /// The end of a line as Python's `str.splitlines()` counts it.
  package var isPythonLineEnd: Bool {
    switch value {
    case 0x0A...0x0D, 0x1C...0x1E, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}

extension StringProtocol {
  /// The text without white space at its ends, as by Python's `str.strip()`.
  package func pythonStripped(
    of isStripped: (Unicode.Scalar) -> Bool = \.isPythonSpace
  ) -> String {
    var rest = Substring(self).unicodeScalars
    while let first = rest.first, isStripped(first) { rest.removeFirst() }
    while let last = rest.last, isStripped(last) { rest.removeLast() }
    return String(rest)
  }
}

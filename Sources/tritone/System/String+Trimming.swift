extension StringProtocol {
  /// The text without what is of a kind at its ends.
  func trimmed(of isLeftOut: (Character) -> Bool = \.isWhitespace) -> String {
    var rest = self[...]
    while let first = rest.first, isLeftOut(first) { rest = rest.dropFirst() }
    while let last = rest.last, isLeftOut(last) { rest = rest.dropLast() }
    return String(rest)
  }
}

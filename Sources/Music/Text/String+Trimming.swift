extension StringProtocol {
  /// The text without the characters of a kind at its ends.
  package func trimmed(of isTrimmed: (Character) -> Bool = \.isWhitespace) -> String {
    var rest = self[...]
    while let first = rest.first, isTrimmed(first) { rest = rest.dropFirst() }
    while let last = rest.last, isTrimmed(last) { rest = rest.dropLast() }
    return String(rest)
  }
}

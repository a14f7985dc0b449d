import Screen

/// Untrusted text as a line on a terminal.
enum TextCleaning {
  /// Replaces control characters, line ends included, by `·` and removes invisible ones; tabs stay,
  /// since our own lines separate fields by them.
  static func line(_ text: String) -> String {
    text.split(separator: "\t", omittingEmptySubsequences: false)
      .map { TextWidth.cleaned(String($0)) }.joined(separator: "\t")
  }
}

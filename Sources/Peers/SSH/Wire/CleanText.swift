internal import Music

/// Texts of the other side, made fit for a line on the screen.
enum CleanText {
  /// One line without control characters and marks of direction, of so many characters at most.
  static func line(_ text: String, to limit: Int) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(limit * 8) {
      let shown = scalar.displayable
      if shown == "\u{FFFD}" || JSONEscapes.isEscaped(shown) { continue }
      if shown == " ", line.last == " " || line.isEmpty { continue }
      line.append(shown)
    }
    var clean = String(line)
    if clean.count > limit { clean = clean.prefix(limit - 1) + "…" }
    while clean.last == " " { clean.removeLast() }
    return clean
  }
}

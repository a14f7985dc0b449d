/// The text most like another, as by `get_close_matches` of Python's difflib.
enum CloseMatch {
  static let cutoff = 0.6

  /// The position of the closest text, of equally close ones that of the greatest; nil where none
  /// is close.
  static func best(for text: String, among texts: [String]) -> Int? {
    let matcher = SequenceMatcher(second: text.codePoints)
    var best: (ratio: Double, text: [UInt32], index: Int)?
    for (index, candidate) in texts.enumerated() {
      let points = candidate.codePoints
      let ratio = matcher.ratio(first: points)
      guard ratio >= cutoff else { continue }
      if let best {
        let isBetter =
          ratio == best.ratio
          ? best.text.lexicographicallyPrecedes(points) : ratio > best.ratio
        guard isBetter else { continue }
      }
      best = (ratio, points, index)
    }
    return best?.index
  }
}

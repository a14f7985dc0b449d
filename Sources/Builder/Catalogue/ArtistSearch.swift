/// Finds artists by name, the best first: those of the very name in any case, those of the name
/// without accents, those that begin with the text, those with a word that begins with it, those
/// that contain it, and then close matches by their ratio. Equal ones stay in the order of the
/// catalogue.
package struct ArtistSearch: Sendable {
  private struct Name: Sendable {
    let folded: [UInt32]
    let plain: [UInt32]
  }

  private let artists: [CatalogueArtist]
  private let names: [Name]

  package init(_ artists: [CatalogueArtist]) {
    self.artists = artists
    names = artists.map { Self.name($0.name) }
  }

  private static func name(_ text: String) -> Name {
    let folded = CaseFolding.folded(text)
    return Name(
      folded: folded.codePoints, plain: AccentStripping.stripped(folded).codePoints)
  }

  package func artists(matching text: String, limit: Int) -> [CatalogueArtist] {
    let query = Self.name(text)
    guard !query.plain.isEmpty else { return [] }
    let matcher = SequenceMatcher(second: query.plain)
    let sorted = query.plain.sorted()
    let ranked = names.indices.compactMap { index in
      rank(names[index], for: query, matcher, sorted).map { (rank: $0, index: index) }
    }
    return ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }
      .prefix(max(0, limit)).map { artists[$0.index] }
  }

  /// Lower is better; nil for no match.
  private func rank(
    _ name: Name, for query: Name, _ matcher: SequenceMatcher, _ sorted: [UInt32]
  ) -> Double? {
    if name.folded == query.folded { return 0 }
    if name.plain == query.plain { return 1 }
    if name.plain.starts(with: query.plain) { return 2 }
    if let startsWord = startsWord(query.plain, in: name.plain) { return startsWord ? 3 : 4 }
    let length = name.plain.count + sorted.count
    func canReach(_ matches: Int) -> Bool {
      SequenceMatcher.ratio(matches: matches, length: length) >= CloseMatch.cutoff
    }
    guard canReach(min(name.plain.count, sorted.count)),
      canReach(SequenceMatcher.common(name.plain.sorted(), sorted))
    else { return nil }
    let ratio = matcher.ratio(first: name.plain)
    return ratio >= CloseMatch.cutoff ? 6 - ratio : nil
  }

  /// Whether a part of a text begins a word; nil where it is not in the text.
  private func startsWord(_ part: [UInt32], in text: [UInt32]) -> Bool? {
    guard part.count <= text.count else { return nil }
    var isInside: Bool?
    for start in 0...text.count - part.count
    where text[start..<start + part.count].elementsEqual(part) {
      if start == 0 || text[start - 1] == 0x20 { return true }
      isInside = false
    }
    return isInside
  }
}

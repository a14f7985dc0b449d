/// Chooses the artist that a text names from those that a catalogue found for it.
package enum ArtistChoice {
  /// Artists that a search is asked for.
  static let candidates = 10

  /// The id in an address of an artist, such as "spotify:artist:ID"; nil for a name.
  static func id(in text: String) -> String? {
    if text.hasPrefix("spotify:artist:") {
      return String(text.split(separator: ":", omittingEmptySubsequences: false).last ?? "")
    }
    guard text.contains("open.spotify.com/artist") else { return nil }
    var address = text[...]
    while address.last == "/" { address.removeLast() }
    let part = address.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    return String(part.prefix { $0 != "?" })
  }

  /// The artist of this name in any case, of this name without accents, of a name close to it, or
  /// else the first.
  package static func best(
    for text: String, among artists: [CatalogueArtist]
  ) -> CatalogueArtist? {
    let folded = CaseFolding.folded(text)
    let names = artists.map { CaseFolding.folded($0.name) }
    if let index = names.firstIndex(where: { $0.codePoints == folded.codePoints }) {
      return artists[index]
    }
    let plain = AccentStripping.stripped(folded).codePoints
    if let index = names.firstIndex(where: {
      AccentStripping.stripped($0).codePoints == plain
    }) {
      return artists[index]
    }
    if let index = CloseMatch.best(for: text, among: artists.map(\.name)) {
      return artists[index]
    }
    return artists.first
  }
}

internal import Music

/// Remembers what was made of texts that come again and again: artists, albums, genres.
struct TextMemo {
  struct Entry {
    var key: [UInt8]
    var folded: String
  }

  private var entries: [String: Entry] = [:]
  private static let most = 500

  mutating func entry(_ text: String?) -> Entry {
    guard let text else { return Entry(key: TextKey.none, folded: "") }
    if let known = entries[text] { return known }
    let entry = Entry(key: TextKey.key(text), folded: SortKey.folded(text))
    if entries.count >= TextMemo.most { entries = [:] }
    entries[text] = entry
    return entry
  }
}

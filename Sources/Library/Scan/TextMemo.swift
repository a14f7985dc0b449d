internal import Music

/// Caches values derived from recurring texts: artists, albums and genres.
struct TextMemo {
  private var keys: [String: [UInt8]] = [:]
  /// Whether genres are those of audiobooks.
  private var genres: [String: Bool] = [:]
  private static let maximumCount = 500

  /// Whether nothing is left of a text that is folded.
  mutating func isBlank(_ text: String) -> Bool {
    // Folding keeps all of these.
    if text.utf8.contains(where: { $0 > 0x20 && $0 < 0x7F }) { return false }
    return key(text) == TextKey.none
  }

  mutating func isOfBooks(_ genre: String?) -> Bool {
    guard let genre else { return false }
    if let known = genres[genre] { return known }
    let isOfBooks = BookGenre.isBook(genre)
    if genres.count >= TextMemo.maximumCount { genres = [:] }
    genres[genre] = isOfBooks
    return isOfBooks
  }

  mutating func key(_ text: String?) -> [UInt8] {
    guard let text else { return TextKey.none }
    if let known = keys[text] { return known }
    let key = TextKey.key(text)
    if keys.count >= TextMemo.maximumCount { keys = [:] }
    keys[text] = key
    return key
  }
}

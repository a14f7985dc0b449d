internal import Music

/// Caches values derived from recurring texts: artists and albums.
struct TextMemo {
  private var keys: [String: [UInt8]] = [:]
  private static let maximumCount = 500

  mutating func key(_ text: String?) -> [UInt8] {
    guard let text else { return TextKey.none }
    if let known = keys[text] { return known }
    let key = TextKey.key(text)
    if keys.count >= TextMemo.maximumCount { keys = [:] }
    keys[text] = key
    return key
  }
}

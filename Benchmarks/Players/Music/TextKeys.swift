import Music

/// Keys and folded texts as the library stores them; what came lately is not made again.
struct TextKeys {
  private var keys: [String: [UInt8]] = [:]
  private var texts: [String: String] = [:]
  private static let most = 200_000

  mutating func key(_ text: String) -> [UInt8] {
    if let known = keys[text] { return known }
    let bytes = SortKey.bytes(text)
    if keys.count > Self.most { keys = [:] }
    // What is not there sorts behind all others.
    let key = bytes.isEmpty ? [0xFF] : bytes
    keys[text] = key
    return key
  }

  mutating func folded(_ text: String) -> String {
    if let known = texts[text] { return known }
    if texts.count > Self.most { texts = [:] }
    let folded = SortKey.folded(text)
    texts[text] = folded
    return folded
  }
}

internal import Music

/// Keys for comparing texts: names that fold to the same bytes are equal.
enum TextKey {
  /// The key of an absent text.
  static let none: [UInt8] = [0xFF]

  static func key(_ text: String?) -> [UInt8] {
    let bytes = text.map(SortKey.bytes) ?? []
    return bytes.isEmpty ? none : bytes
  }
}

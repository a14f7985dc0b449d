internal import Music

/// Texts as they are compared: names that fold to the same bytes are the same.
enum TextKey {
  /// Stands for a text that is not there.
  static let none: [UInt8] = [0xFF]

  static func key(_ text: String?) -> [UInt8] {
    let bytes = text.map(SortKey.bytes) ?? []
    return bytes.isEmpty ? none : bytes
  }
}

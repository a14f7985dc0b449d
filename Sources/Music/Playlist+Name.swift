extension Playlist {
  /// Characters of a name.
  private static let maximumName = 200

  /// The stored form of a name, one line without spaces around it; nil for one with nothing
  /// visible.
  package static func tidied(name: String) -> String? {
    let words = name.split { $0.isWhitespace || $0.unicodeScalars.contains { $0.value < 0x20 } }
    let visible = words.joined(separator: " ").unicodeScalars.filter {
      $0.properties.generalCategory != .control
    }
    let text = String(String(String.UnicodeScalarView(visible)).prefix(maximumName))
    return text.isEmpty ? nil : text
  }
}

extension Playlist {
  /// Characters of a name.
  private static let maximumName = 200

  /// The stored form of a name, one line without spaces around it; nil for one with nothing
  /// visible.
  package static func tidied(name: String) -> String? {
    let text = String(LabelText.line(name).prefix(maximumName))
    return text.isEmpty ? nil : text
  }
}

internal import Music

/// The name of a playlist or of a folder of playlists, in its stored form.
enum PlaylistName {
  /// Characters.
  private static let maximumLength = 200

  /// One line without spaces around it.
  static func tidied(_ name: String) throws(LibraryError) -> String {
    let words = name.split { $0.isWhitespace || $0.unicodeScalars.contains { $0.value < 0x20 } }
    let visible = words.joined(separator: " ").unicodeScalars.filter {
      $0.properties.generalCategory != .control
    }
    let text = String(String(String.UnicodeScalarView(visible)).prefix(maximumLength))
    guard !text.isEmpty else { throw .emptyName }
    return text
  }
}

package import Music

/// The playlists that people share, and the user's changes of them, as the program last told.
package struct SharedLists: Equatable, Sendable {
  /// Nil before the first answer.
  package internal(set) var playlists: [SharedPlaylist]?
  package internal(set) var changes: [SharedChange]?
  /// The playlist that is known to be on the screen.
  private(set) var shown: SharedPlaylistID?
  /// The name of the last playlist that was to open before they were listed.
  var wanted: String?
  /// Words that could not be stored, for the next time that their line is opened.
  private var words: [SharedDraft: String] = [:]

  package init() {}

  func playlist(_ id: SharedPlaylistID) -> SharedPlaylist? { playlists?.first { $0.id == id } }

  /// - Returns: Whether another playlist is on the screen than before.
  mutating func show(_ id: SharedPlaylistID?) -> Bool {
    defer { shown = id }
    return shown != id
  }

  mutating func keep(_ text: String, for draft: SharedDraft) { words[draft.withoutPlace] = text }

  mutating func takeWords(for draft: SharedDraft) -> String? {
    words.removeValue(forKey: draft.withoutPlace)
  }
}

package import Music

/// Commands about playlists that people share.
package enum SharedCommand: Hashable, Sendable {
  case list
  /// Opens the playlist of a name.
  case open(String)
  /// The changes that wait or were refused.
  case changes

  // Answers to questions.
  case askForEmail(SharedPlaylistID)
  case share(SharedPlaylistID, email: String, SharedRights)
  case askToRevoke(SharedPlaylistID, email: String)
  case revoke(SharedPlaylistID, email: String)
  case accept(SharedPlaylistID)
  case deleteComment(SharedPlaylistID, id: String)
  case discard(String)
}

extension CommandTable {
  static let sharedSection = Section(
    title: "Shared playlists",
    entries: [
      CommandEntry(
        .shared(.list), "shared", does: "playlists that people share: hear, rate, comment, share…"),
      CommandEntry(
        .shared(.changes), "shared-waiting",
        does: "ratings and comments that wait or were refused: copy, retry, discard…"),
    ])
}

extension CommandLineReader {
  static let sharedUsages: [Usage] = [
    Usage(form: "shared NAME", summary: "open a playlist that people share") {
      .shared(.open($0))
    }
  ]
}

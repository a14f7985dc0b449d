package import Music

/// Commands about playlists that people share.
package enum SharedCommand: Hashable, Sendable {
  case list
  /// Opens the playlist of a name.
  case open(String)
  /// A row under the mouse: selects it, or opens the selected one.
  case row(Int)
  /// The comments on the selected track, and the reactions to it.
  case comments
  /// With whom the playlist is shared.
  case shares
  /// The changes that wait or were refused.
  case changes
  /// Sends what waits now.
  case send

  // Answers to questions.
  case askForEmail(SharedPlaylistID)
  case share(SharedPlaylistID, email: String, SharedRights)
  case askToRevoke(SharedPlaylistID, email: String)
  case revoke(SharedPlaylistID, email: String)
  case accept(SharedPlaylistID)
  case deleteComment(SharedPlaylistID, id: String)
  case discard(String)
}

extension SharedCommand {
  var rowUse: Command.RowUse {
    switch self {
    case .comments: .row
    case .list, .open, .row, .shares, .changes, .send, .askForEmail, .share, .askToRevoke, .revoke,
      .accept, .deleteComment, .discard:
      .none
    }
  }
}

extension CommandTable {
  static let sharedSection = Section(
    title: "Shared playlists",
    entries: [
      CommandEntry(
        .shared(.list), "shared", does: "playlists that people share: hear, rate, comment, share"),
      CommandEntry(
        .shared(.comments), "said", "F3",
        does: "what was said of a track of a shared playlist: go to, write, edit…"),
      CommandEntry(
        .shared(.shares), "share",
        does: "with whom the shared playlist is shared; share, or no more…"
      ),
      CommandEntry(
        .shared(.changes), "shared-waiting",
        does: "ratings and comments that wait or were refused: copy, retry, discard…"),
      CommandEntry(
        .shared(.send), "shared-send", does: "send ratings and comments that wait, and ask for news"
      ),
    ])
}

extension CommandLineReader {
  static let sharedUsages: [Usage] = [
    Usage(form: "shared NAME", summary: "open a playlist that people share") {
      .shared(.open($0))
    }
  ]
}

package import Music

/// A change that somebody has made and the project is to have, also after days without a network.
package struct CoretetChange: Equatable, Sendable, Codable, Identifiable {
  /// A UUID that this program gives.
  package let id: String
  /// Unix time in milliseconds of this machine's clock.
  package var made: Int64
  package var kind: Kind

  package enum Kind: Equatable, Sendable, Codable {
    /// The word of a reaction; nil to clear it. Collaborators rate within a playlist.
    case rate(track: String, playlist: String?, word: String?)
    /// The comment's id is a UUID that this program gives, so that it is there once.
    case addComment(comment: String, track: String, playlist: String?, words: String)
    case editComment(comment: String, words: String)
    /// The playlist tells a comment that is gone from one that rights hide.
    case deleteComment(comment: String, playlist: String?)
    /// Entries that follow each other, moved behind another one; to the beginning for nil.
    case move(playlist: String, entries: [String], after: String?)
    case share(playlist: String, email: String, rights: CoretetRights)
    case revoke(playlist: String, email: String)
  }

  package init(id: String, made: Int64, _ kind: Kind) {
    self.id = id
    self.made = made
    self.kind = kind
  }

  package static func rate(
    _ track: String, in playlist: String?, _ reaction: Reaction
  ) -> Kind {
    .rate(track: track, playlist: playlist, word: reaction.coretetWord)
  }

  /// The words that somebody has typed, which are never lost.
  package var words: String? {
    switch kind {
    case .addComment(_, _, _, let words), .editComment(_, let words): words
    case .rate, .deleteComment, .move, .share, .revoke: nil
    }
  }

  /// What the change is about: of two changes of the same the newer one wins.
  package var target: Target {
    switch kind {
    case .rate(let track, let playlist, _): .rating(track: track, playlist: playlist)
    case .addComment(let comment, _, _, _), .editComment(let comment, _),
      .deleteComment(let comment, _):
      .comment(comment)
    case .move(let playlist, _, _): .order(playlist)
    case .share(let playlist, let email, _), .revoke(let playlist, let email):
      .share(playlist: playlist, email: email)
    }
  }

  package enum Target: Hashable, Sendable {
    case rating(track: String, playlist: String?)
    case comment(String)
    case order(String)
    case share(playlist: String, email: String)
  }
}

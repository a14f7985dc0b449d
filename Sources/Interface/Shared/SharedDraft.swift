package import Music

/// A line that is being written about a shared playlist.
package enum SharedDraft: Hashable, Sendable {
  case comment(SharedPlaylistID, TrackID, at: Duration?)
  case edit(SharedPlaylistID, id: String, at: Duration?)
  /// Other words for a refused change.
  case words(ofChange: String)
  /// The person to share with.
  case email(SharedPlaylistID)

  /// The same at no place: words that come back may belong to another moment.
  var withoutPlace: SharedDraft {
    switch self {
    case .comment(let id, let track, _): .comment(id, track, at: nil)
    case .edit(let id, let comment, _): .edit(id, id: comment, at: nil)
    case .words, .email: self
    }
  }

  var title: String {
    switch self {
    case .comment(_, let track, let place): CommentDraft.new(track, at: place).title
    case .edit: "Comment"
    case .words: "Send again with these words"
    case .email: "E-mail address to share with"
    }
  }

  /// The most characters; nil for those of any line.
  var maximumText: Int? {
    switch self {
    case .comment, .edit: LabelFault.Label.comment.maximumLength
    // Words of the server begin with the place.
    case .words: LabelFault.Label.comment.maximumLength + 20
    case .email: nil
    }
  }

  /// Why a text without spaces around it is invalid; nil where it is valid.
  func mistake(in text: String) -> String? {
    switch self {
    case .comment, .edit, .words: return text.isEmpty ? LabelFault.empty(.comment).message : nil
    case .email:
      let parts = text.split(separator: "@", omittingEmptySubsequences: false)
      let isAddress =
        parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
        && !text.contains(where: \.isWhitespace)
      return isAddress ? nil : "An address like kari@example.org"
    }
  }
}

extension SharedEffect {
  /// The words of a change, and the line they were typed in; nil for other effects.
  var typed: (draft: SharedDraft, text: String)? {
    switch self {
    case .addComment(let id, let track, let text, let place):
      (.comment(id, track, at: place), text)
    case .editComment(let id, let comment, let text, let place):
      (.edit(id, id: comment, at: place), text)
    case .retry(let id, let words?): (.words(ofChange: id), words)
    case .share(let id, let email, _): (.email(id), email)
    case .list, .open, .show, .focused, .deleteComment, .rate, .move, .shares, .revoke, .accept,
      .changes, .retry(_, nil), .discard:
      nil
    }
  }
}

package import Music

/// A comment that is being written, and where it belongs.
package enum CommentDraft: Hashable, Sendable {
  /// The track is named where the comment is not about a place in what plays.
  case new(TrackID, at: Duration?, named: String? = nil)
  case change(CommentID)

  var title: String {
    switch self {
    case .new(_, let place?, _): "Comment at \(place.clockText)"
    case .new(_, nil, let name): "Comment on \(name ?? "the track")"
    case .change: "Comment"
    }
  }

  func edit(_ typed: String) -> Effect {
    let text = CommentDraft.text(ofLine: typed)
    return switch self {
    case .new(let track, let place, _): .edit(.comments(.add(text, to: track, at: place)))
    case .change(let id): .edit(.comments(.change(id, text)))
    }
  }

  /// A line break, in a field of one line.
  private static let lineBreak = "⏎"

  /// A text of several lines for a field of one.
  static func line(ofText text: String) -> String { text.replacing("\n", with: lineBreak) }

  static func text(ofLine line: String) -> String { line.replacing(lineBreak, with: "\n") }
}

import Music

/// Results of edits of comments.
package enum CommentOutcome: Equatable, Sendable {
  case changed
  case removed(Int)

  var notice: Notice {
    switch self {
    case .changed: "Comment changed"
    case .removed(1): "Comment removed; \(key: .undo) brings it back"
    case .removed(let count):
      "\(count.grouped) comments removed; \(key: .undo) brings them back"
    }
  }
}

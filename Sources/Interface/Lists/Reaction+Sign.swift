import Music
import Screen

extension Rating {
  var starText: String { String(repeating: "★", count: stars) }
}

extension Reaction {
  var name: String {
    switch self {
    case .none: ""
    case .listened: "listened"
    case .liked: "liked"
    case .loved: "loved"
    }
  }

  /// Headphones, a star unlike those of ratings, and a heart.
  var sign: String {
    switch self {
    case .none: ""
    case .listened: "☊"
    case .liked: "✶"
    case .loved: "♥"
    }
  }

  var face: Face {
    switch self {
    case .none: .dimmed
    case .listened: .listened
    case .liked: .liked
    case .loved: .reaction
    }
  }
}

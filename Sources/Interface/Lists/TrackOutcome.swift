package import Music

/// New marks of a number of tracks.
package enum TrackOutcome: Equatable, Sendable {
  case rated(Rating, Int)
  case reacted(Reaction, Int)
  case noted(String, Int)
  /// The name of the colour; nil for none.
  case colored(String?, Int)

  var notice: Notice {
    switch self {
    case .rated(let rating, let count):
      let stars = rating == .none ? "no rating" : String(repeating: "★", count: rating.stars)
      return count == 1 ? "Rated: \(stars)" : "Rated \(count.grouped) tracks: \(stars)"
    case .reacted(let reaction, let count):
      let what =
        switch reaction {
        case .none: "Reaction taken off"
        case .listened: "Listened"
        case .liked: "Liked"
        case .loved: "Loved"
        }
      return count == 1 ? "\(what)" : "\(what): \(count.grouped) tracks"
    case .noted(let note, let count):
      let what = note.isEmpty ? "Note cleared" : "Note saved"
      return count == 1 ? "\(what)" : "\(what) on \(count.grouped) tracks"
    case .colored(let color, let count):
      let what = color.map { "Marked \($0)" } ?? "Colour taken off"
      return count == 1 ? "\(what)" : "\(what): \(count.grouped) tracks"
    }
  }
}

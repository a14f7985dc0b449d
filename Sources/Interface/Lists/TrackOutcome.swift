package import Music

/// New marks of a number of tracks.
package enum TrackOutcome: Equatable, Sendable {
  case rated(Rating, Int)
  case reacted(Reaction, Int)
  case noted(String, Int)
  /// The name of the colour; nil for none.
  case colored(String?, Int)
  case changed(MarkChange, Int)
  /// All of them were so before.
  case unchanged(Int)

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
    case .changed(let change, let count):
      let what = change.words
      return count == 1 ? "\(what)" : "\(what): \(count.grouped) tracks"
    case .unchanged(let count):
      return count == 1
        ? "Nothing changed: the track was so before"
        : "Nothing changed: the \(count.grouped) tracks were so before"
    }
  }
}

extension MarkChange {
  /// The labels that it sets: "Category demos, tagged needs bass".
  fileprivate var words: String {
    func words(_ name: String, _ change: Change<String?>) -> String? {
      guard case .set(let text) = change else { return nil }
      return text.map { "\(name) \($0)" } ?? "no \(name)"
    }
    var parts: [String?] = []
    if case .set(let category) = category {
      parts.append(category.map { "category \($0.title)" } ?? "no category")
    }
    switch tags {
    case .keep: break
    case .set(let tags):
      parts.append(tags.isEmpty ? "no tags" : "tags " + tags.joined(separator: ", "))
    case .edit(let added, let removed):
      if !added.isEmpty { parts.append("tagged " + added.joined(separator: ", ")) }
      if !removed.isEmpty { parts.append("no longer " + removed.joined(separator: ", ")) }
    }
    parts += [
      words("collection", collection), words("mood", mood), words("time signature", timeSignature),
    ]
    let text = parts.compactMap(\.self).joined(separator: ", ")
    return text.isEmpty ? "Changed" : text.prefix(1).uppercased() + text.dropFirst()
  }
}

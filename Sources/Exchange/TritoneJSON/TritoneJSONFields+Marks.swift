internal import JSON
import Music

// The marks, labels and comments that a user gives a track.
extension TritoneJSONFields {
  mutating func reaction() -> Reaction {
    guard let word = text(TritoneJSONKey.reaction) else { return .none }
    guard let reaction = Reaction.allCases.first(where: { "\($0)" == word }) else {
      let words = Reaction.allCases.map { "\($0)" }.joined(separator: ", ")
      refuse(TritoneJSONKey.reaction, "is none of \(words)")
      return .none
    }
    return reaction
  }

  mutating func labels() -> TrackLabels {
    var labels = TrackLabels(
      category: line(TritoneJSONKey.category, .category).map(TrackCategory.init(rawValue:)),
      collection: line(TritoneJSONKey.collection, .collection),
      mood: line(TritoneJSONKey.mood, .mood),
      timeSignature: line(TritoneJSONKey.timeSignature, .timeSignature))
    for node in list(TritoneJSONKey.tags) {
      guard case .text(let text) = node.value, let tag = LabelText.checked(text, .tag) else {
        refuse(TritoneJSONKey.tags, "has a tag that is no text of 1 to 100 characters")
        continue
      }
      do throws(LabelFault) { try labels.add([tag]) } catch {
        refuse(TritoneJSONKey.tags, "has more than \(TrackLabels.maximumTags) tags")
        break
      }
    }
    labels.tags = Array(labels.tags.prefix(TrackLabels.maximumTags))
    return labels
  }

  /// Nil for a comment without a text.
  mutating func comment() -> TrackComment? {
    guard let written = text(TritoneJSONKey.text) else {
      refuse(TritoneJSONKey.text, "is missing")
      return nil
    }
    let text: String
    do throws(LabelFault) { text = try TrackComment.tidied(written) } catch {
      refuse(TritoneJSONKey.text, "cannot be kept: \(error.message)")
      return nil
    }
    // Without one of its own, a comment is told from others by its text.
    let id = self.text(TritoneJSONKey.id).flatMap { CommentID(parsing: $0) } ?? .random()
    let created = wholeNumber(TritoneJSONKey.created, in: TritoneJSONFormat.moments)
    let edited = wholeNumber(TritoneJSONKey.edited, in: TritoneJSONFormat.moments)
    return TrackComment(
      id: id, track: TrackID(0), place: time(TritoneJSONKey.time),
      author: line(TritoneJSONKey.author, .author), text: text,
      created: Int64(created ?? 0), edited: edited.map(Int64.init))
  }

  private mutating func line(_ key: String, _ label: LabelFault.Label) -> String? {
    guard let text = text(key), !text.isEmpty else { return nil }
    guard let line = LabelText.checked(text, label) else {
      refuse(key, "is no text of 1 to \(label.maximumLength) characters")
      return nil
    }
    return line
  }
}

extension LabelText {
  /// One line as it can be stored; nil for one that is empty or too long.
  fileprivate static func checked(_ text: String, _ label: LabelFault.Label) -> String? {
    let line = line(text)
    return line.isEmpty || line.unicodeScalars.count > label.maximumLength ? nil : line
  }
}

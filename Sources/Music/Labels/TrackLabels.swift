/// The user's labels of a track: what it is in their work, whatever the file's tags say.
package struct TrackLabels: Hashable, Sendable {
  package var category: TrackCategory?
  /// In the order in which they were added, each once.
  package var tags: [String]
  package var collection: String?
  package var mood: String?
  /// "4/4", "3+2/8" or "free"; from elsewhere any text.
  package var timeSignature: String?

  package init(
    category: TrackCategory? = nil, tags: [String] = [], collection: String? = nil,
    mood: String? = nil, timeSignature: String? = nil
  ) {
    self.category = category
    self.tags = tags
    self.collection = collection
    self.mood = mood
    self.timeSignature = timeSignature
  }

  package static let maximumTags = 100

  package var isEmpty: Bool { self == TrackLabels() }

  /// Adds tags behind the others; one that a track has in any spelling stays as it is.
  package mutating func add(_ more: [String]) throws(LabelFault) {
    var known = Set(tags.map(SortKey.folded))
    for tag in more where known.insert(SortKey.folded(tag)).inserted { tags.append(tag) }
    guard tags.count <= TrackLabels.maximumTags else { throw .tooManyTags }
  }

  /// Removes tags in any spelling.
  package mutating func remove(_ some: [String]) {
    let unwanted = Set(some.map(SortKey.folded))
    tags.removeAll { unwanted.contains(SortKey.folded($0)) }
  }

  /// Labels of another track where this one has none, and the tags of both, as far as there is room.
  package func filled(from other: TrackLabels) -> TrackLabels {
    var labels = self
    labels.category = category ?? other.category
    labels.collection = collection ?? other.collection
    labels.mood = mood ?? other.mood
    labels.timeSignature = timeSignature ?? other.timeSignature
    for tag in other.tags where labels.tags.count < TrackLabels.maximumTags {
      // There is room for one.
      try? labels.add([tag])
    }
    return labels
  }

  /// As far as values from elsewhere can be stored: tidied, and cut to their bounds.
  package var storable: TrackLabels {
    func line(_ text: String, _ label: LabelFault.Label) -> String? {
      let line = LabelText.line(text).unicodeScalars.prefix(label.maximumLength)
      return line.isEmpty ? nil : String(line).trimmed()
    }
    return TrackLabels(
      category: category.flatMap { line($0.rawValue, .category) }.map(
        TrackCategory.init(rawValue:)),
      collection: collection.flatMap { line($0, .collection) },
      mood: mood.flatMap { line($0, .mood) },
      timeSignature: timeSignature.flatMap { line($0, .timeSignature) }
    ).filled(from: TrackLabels(tags: tags.compactMap { line($0, .tag) }))
  }
}

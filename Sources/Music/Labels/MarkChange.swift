/// A change of what the user says about tracks, as far as it is to be changed.
package struct MarkChange: Equatable, Sendable {
  package typealias Change = EntryDetails.Change

  /// A change of a track's own tags.
  package enum TagChange: Equatable, Sendable {
    case keep
    case set([String])
    /// Removes tags, then adds others behind those that stay.
    case edit(adding: [String], removing: [String])
  }

  package var category: Change<TrackCategory?> = .keep
  package var tags: TagChange = .keep
  package var collection: Change<String?> = .keep
  package var mood: Change<String?> = .keep
  package var timeSignature: Change<String?> = .keep
  package var rating: Change<Rating> = .keep
  package var reaction: Change<Reaction> = .keep
  package var notes: Change<String> = .keep

  package init() {}

  package var isEmpty: Bool { self == MarkChange() }

  /// Whether it changes labels.
  package var hasLabels: Bool {
    category != .keep || tags != .keep || collection != .keep || mood != .keep
      || timeSignature != .keep
  }

  /// The change with its texts as they are stored; an empty one takes the label away.
  ///
  /// - Throws: For texts that are too long, and for what is no time signature.
  package func tidied() throws(LabelFault) -> MarkChange {
    var change = self
    if case .set(let category?) = category {
      let text = try LabelText.value(category.rawValue, of: .category)
      change.category = .set(text.map(TrackCategory.init(rawValue:)))
    }
    change.collection = try MarkChange.tidied(collection, .collection)
    change.mood = try MarkChange.tidied(mood, .mood)
    if case .set(let signature?) = timeSignature {
      change.timeSignature = .set(try TimeSignature.tidied(signature))
    }
    switch tags {
    case .keep: break
    case .set(let tags): change.tags = .set(try MarkChange.tidied(tags))
    case .edit(let added, let removed):
      change.tags = .edit(
        adding: try MarkChange.tidied(added), removing: removed.map(LabelText.line))
    }
    return change
  }

  private static func tidied(_ change: Change<String?>, _ label: LabelFault.Label)
    throws(LabelFault) -> Change<String?>
  {
    guard case .set(let text?) = change else { return change }
    return .set(try LabelText.value(text, of: label))
  }

  private static func tidied(_ tags: [String]) throws(LabelFault) -> [String] {
    var tidied: [String] = []
    for tag in tags {
      guard let tag = try LabelText.value(tag, of: .tag) else { throw .empty(.tag) }
      tidied.append(tag)
    }
    return tidied
  }

  /// The labels of a track after the change.
  package func labels(after labels: TrackLabels) throws(LabelFault) -> TrackLabels {
    var labels = labels
    if case .set(let category) = category { labels.category = category }
    if case .set(let collection) = collection { labels.collection = collection }
    if case .set(let mood) = mood { labels.mood = mood }
    if case .set(let timeSignature) = timeSignature { labels.timeSignature = timeSignature }
    switch tags {
    case .keep: break
    case .set(let tags):
      labels.tags = []
      try labels.add(tags)
    case .edit(let added, let removed):
      labels.remove(removed)
      try labels.add(added)
    }
    return labels
  }
}

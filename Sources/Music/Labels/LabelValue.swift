/// A label of tracks whose values are listed, completed and grouped by.
package enum LabelField: String, Sendable, CaseIterable {
  case category, tag, collection, mood
}

/// A value of a label, and the number of its tracks.
package struct LabelValue: Equatable, Sendable {
  package var name: String
  package var tracks: Int

  package init(name: String, tracks: Int) {
    self.name = name
    self.tracks = tracks
  }
}

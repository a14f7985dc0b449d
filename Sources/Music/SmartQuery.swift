/// A smart playlist's definition: the tracks that match a query, in an order, up to a limit.
package struct SmartQuery: Hashable, Sendable {
  /// In the language of `TrackQuery`.
  package var text: String
  package var sort: SortColumn
  package var isDescending: Bool
  /// Maximum number of tracks; nil for all.
  package var limit: Int?

  package init(
    _ text: String, sort: SortColumn = .artist, isDescending: Bool = false, limit: Int? = nil
  ) {
    self.text = text
    self.sort = sort
    self.isDescending = isDescending
    self.limit = limit
  }

  /// Allowed limits.
  package static let limits = 1...10_000_000
}

extension TrackQuery {
  /// The folded names of the playlists it refers to.
  package var playlists: Set<String> {
    switch self {
    case .playlist(let name): [name]
    case .not(let inner): inner.playlists
    case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.playlists) }
    case .everything, .word, .text, .number, .time, .key, .flag: []
    }
  }
}

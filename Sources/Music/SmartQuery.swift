/// What a smart playlist holds: the tracks that a query finds, in an order, at most so many.
package struct SmartQuery: Hashable, Sendable {
  /// As `TrackQuery` reads it.
  package var text: String
  package var sort: SortColumn
  package var isDescending: Bool
  /// Tracks; nil for all.
  package var limit: Int?

  package init(
    _ text: String, sort: SortColumn = .artist, isDescending: Bool = false, limit: Int? = nil
  ) {
    self.text = text
    self.sort = sort
    self.isDescending = isDescending
    self.limit = limit
  }

  /// Tracks that a limit can be.
  package static let limits = 1...10_000_000
}

extension TrackQuery {
  /// The folded names of the playlists that it asks for.
  package var playlists: Set<String> {
    switch self {
    case .playlist(let name): [name]
    case .not(let inner): inner.playlists
    case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.playlists) }
    case .everything, .word, .text, .number, .time, .key, .flag: []
    }
  }
}

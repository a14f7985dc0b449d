/// The built-in lists of every library.
package enum BuiltInList: String, Sendable, CaseIterable, Codable {
  case recentlyAdded, recentlyPlayed, mostPlayed, neverPlayed, loved, offline, missing

  package var title: String {
    switch self {
    case .recentlyAdded: "Recently added"
    case .recentlyPlayed: "Recently played"
    case .mostPlayed: "Most played"
    case .neverPlayed: "Never played"
    case .loved: "Loved"
    case .offline: "Offline"
    case .missing: "Missing"
    }
  }

  /// The query of its tracks.
  package var query: TrackQuery {
    switch self {
    case .recentlyAdded: .everything
    case .recentlyPlayed, .mostPlayed: .number(.plays, .init(1))
    case .neverPlayed: .number(.plays, .init(0, 0))
    case .loved: .flag(.loved)
    case .offline: .flag(.offline)
    case .missing: .flag(.missing)
    }
  }

  /// Its default order.
  package var sort: SortColumn {
    switch self {
    case .recentlyAdded: .added
    case .recentlyPlayed: .played
    case .mostPlayed: .plays
    case .neverPlayed, .loved, .offline, .missing: .artist
    }
  }

  package var isDescending: Bool {
    switch self {
    case .recentlyAdded, .recentlyPlayed, .mostPlayed: true
    case .neverPlayed, .loved, .offline, .missing: false
    }
  }
}

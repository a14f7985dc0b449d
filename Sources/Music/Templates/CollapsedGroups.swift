/// The collapsed groups of a list: some, or all but some.
package struct CollapsedGroups: Hashable, Sendable {
  /// Whether every group is collapsed that is not in `keys`.
  package private(set) var isInverted = false
  /// As in the headers' rows.
  package private(set) var keys: Set<String> = []

  package init() {}

  /// Every group.
  package static var all: CollapsedGroups {
    var groups = CollapsedGroups()
    groups.isInverted = true
    return groups
  }

  package var isEmpty: Bool { !isInverted && keys.isEmpty }

  package func contains(_ key: String) -> Bool { keys.contains(key) != isInverted }

  package mutating func toggle(_ key: String) {
    if keys.remove(key) == nil { keys.insert(key) }
  }
}

extension ListSource {
  /// Whether it lists tracks in an order that can be grouped.
  package var isGroupable: Bool {
    switch self {
    case .folder, .songs, .album, .genre, .category, .smart, .playlist: true
    case .artists, .albums, .genres, .categories, .artist, .lists, .duplicates, .playlists: false
    }
  }
}

/// The groups of a list that show nothing but their headers: some, or all but some.
package struct CollapsedGroups: Hashable, Sendable {
  /// Whether every group is collapsed that is not in `keys`.
  package private(set) var isInverted = false
  /// As the headers' rows have them.
  package private(set) var keys: Set<String> = []

  package init() {}

  /// Every group there is.
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
  /// Whether it lists tracks in an order that groups can be made of.
  package var isGroupable: Bool {
    switch self {
    case .folder, .songs, .album, .genre, .smart, .playlist: true
    case .artists, .albums, .genres, .artist, .lists, .duplicates, .playlists: false
    }
  }
}

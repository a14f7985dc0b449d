/// All playlists by name, with their totals.
package struct SortedPlaylists: Equatable, Sendable {
  package struct Item: Equatable, Sendable {
    package var playlist: Playlist
    /// Its name as it is sorted, and as filters compare it.
    fileprivate var key: [UInt8]
    package let folded: String

    init(_ playlist: Playlist) {
      self.playlist = playlist
      key = SortKey.bytes(playlist.name)
      folded = SortKey.folded(playlist.name)
    }

    fileprivate func precedes(_ other: Item) -> Bool {
      key == other.key
        ? playlist.id.rawValue < other.playlist.id.rawValue
        : key.lexicographicallyPrecedes(other.key)
    }
  }

  package private(set) var items: [Item]

  package init(_ playlists: [Playlist]) {
    items = playlists.map(Item.init).sorted { $0.precedes($1) }
  }

  package var playlists: [Playlist] { items.map(\.playlist) }

  /// Takes in the playlists of some ids as they are now; those that are not given are gone.
  package mutating func change(_ ids: Set<Int64>, to playlists: [Playlist]) {
    items.removeAll { ids.contains($0.playlist.id.rawValue) }
    for playlist in playlists {
      let item = Item(playlist)
      items.insert(item, at: items.partitioningIndex { !$0.precedes(item) })
    }
  }
}

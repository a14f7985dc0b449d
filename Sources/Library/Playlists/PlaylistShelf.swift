internal import GRDB
internal import Music
import Synchronization

/// All playlists by name, with their totals.
struct PlaylistShelf: Sendable {
  struct Item: Sendable {
    var playlist: Playlist
    /// Its name as it is sorted, and as filters compare it.
    fileprivate var key: [UInt8]
    let folded: String

    init(_ playlist: Playlist) {
      self.playlist = playlist
      key = SortKey.bytes(playlist.name)
      folded = SortKey.folded(playlist.name)
    }

    fileprivate func precedes(_ other: Item) -> Bool {
      key == other.key
        ? playlist.id.rawValue < other.playlist.id.rawValue : key.precedes(other.key)
    }
  }

  private(set) var items: [Item]

  init(_ playlists: [Playlist]) { items = playlists.map(Item.init).sorted { $0.precedes($1) } }

  var playlists: [Playlist] { items.map(\.playlist) }

  /// Takes in the playlists of some ids as they are now; those that are not given are gone.
  mutating func change(_ ids: Set<Int64>, to playlists: [Playlist]) {
    items.removeAll { ids.contains($0.playlist.id.rawValue) }
    for playlist in playlists {
      let item = Item(playlist)
      var (low, high) = (0, items.count)
      while low < high {
        let middle = (low + high) / 2
        if items[middle].precedes(item) { low = middle + 1 } else { high = middle }
      }
      items.insert(item, at: low)
    }
  }
}

extension ListBuilder {
  /// All playlists, as they were before the transaction.
  func shelf() throws -> PlaylistShelf {
    let known = library.playlistCache.withLock { $0.shelf(at: revision.ofLists) }
    let shelf: PlaylistShelf
    if var known {
      let changed = Set(known.changed.entries.map(\.playlist) + known.changed.playlists)
      guard !changed.isEmpty else { return known.shelf }
      known.shelf.change(changed, to: try changed.compactMap { try counted(PlaylistID($0)) })
      shelf = known.shelf
    } else {
      shelf = try db.shelf()
    }
    library.playlistCache.withLock { $0.keep(shelf, at: revision.ofLists) }
    return shelf
  }

  /// A playlist with its totals, from its entries where these are known.
  private func counted(_ id: PlaylistID) throws -> Playlist? {
    guard library.playlistCache.withLock({ $0.contents(of: id, at: revision.ofLists) }) != nil,
      var playlist = try db.uncounted(id)
    else { return try db.playlist(id) }
    let total = try contents(of: id).total
    (playlist.trackCount, playlist.duration) = (total.entries, total.duration)
    playlist.isCounted = playlist.smart == nil
    return playlist
  }
}

internal import GRDB
internal import Music
import Synchronization

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

internal import GRDB
internal import Music
import Synchronization

extension ListBuilder {
  /// All playlists, as they were before the transaction.
  func sortedPlaylists() throws -> SortedPlaylists {
    let known = library.playlistCache.withLock { $0.sortedPlaylists(at: revision.ofLists) }
    let sorted: SortedPlaylists
    if var known {
      let changed = Set(known.changed.entries.map(\.playlist) + known.changed.playlists)
      guard !changed.isEmpty else { return known.playlists }
      known.playlists.change(changed, to: try changed.compactMap { try counted(PlaylistID($0)) })
      sorted = known.playlists
    } else {
      sorted = try db.sortedPlaylists()
    }
    library.playlistCache.withLock { $0.keep(sorted, at: revision.ofLists) }
    return sorted
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

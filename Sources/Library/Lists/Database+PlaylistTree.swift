internal import GRDB
internal import Music

/// The tree of playlists and their folders.
extension Database {
  /// All playlists, each under its folder.
  func playlistTree(_ playlists: SortedPlaylists, totals: SmartTotals) throws -> PlaylistTree {
    let slots = try Row.fetchAll(self, sql: "SELECT playlist, slot FROM slots")
    var slotsOf: [PlaylistID: Set<MixSlot>] = [:]
    for row in slots {
      guard let playlist: Int64 = try row.value(0), let slot = MixSlot(rawValue: try row.value(1))
      else { continue }
      slotsOf[PlaylistID(playlist), default: []].insert(slot)
    }
    return PlaylistTree(playlists, try playlistFolders(), slots: slotsOf, totals)
  }

  /// The row of the collapsed folder that hides a playlist or a folder, or of the primary variation
  /// that stands for a track.
  func shownIndex(of row: RowID, in list: OpenList) throws -> Int? {
    var folder: PlaylistFolderID?
    switch row {
    case .playlist(let id): folder = try uncounted(id)?.folder
    case .playlistFolder(let id): folder = id
    case .track(let track):
      return try primary(of: track.rawValue).flatMap { list.index(of: .track(TrackID($0))) }
    case .folder, .artist, .album, .genre, .category, .list, .entry, .queueItem, .group: return nil
    }
    let parents = Dictionary(try playlistFolders().map { ($0.id, $0.parent) }) { first, _ in first }
    for _ in 0..<PlaylistFolder.maximumDepth {
      guard let inside = folder else { return nil }
      if let index = list.index(of: .playlistFolder(inside)) { return index }
      folder = parents[inside].flatMap(\.self)
    }
    return nil
  }
}

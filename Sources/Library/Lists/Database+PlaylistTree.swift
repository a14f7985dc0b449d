internal import GRDB
internal import Music

/// The tree of playlists and their folders.
extension Database {
  /// All playlists, each under its folder; a match keeps the folders around it, and a matching
  /// folder keeps its contents.
  func playlistRows(_ shelf: PlaylistShelf, _ names: TrackQuery, totals: SmartTotals) throws
    -> [OpenList.Group]
  {
    let playlists = shelf.items.map { item in
      var item = item
      if let total = totals.total(of: item.playlist) { item.playlist.add(total) }
      return item
    }
    let slots = try Row.fetchAll(self, sql: "SELECT playlist, slot FROM slots")
    var slotsOf: [PlaylistID: Set<MixSlot>] = [:]
    for row in slots {
      guard let playlist: Int64 = try row.value(0), let slot = MixSlot(rawValue: try row.value(1))
      else { continue }
      slotsOf[PlaylistID(playlist), default: []].insert(slot)
    }
    return PlaylistTree(playlists: playlists, folders: try playlistFolders(), slots: slotsOf)
      .rows(in: nil, depth: 0, names).rows
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

/// Playlists and their folders, each by name.
private struct PlaylistTree {
  let playlists: [PlaylistFolderID?: [PlaylistShelf.Item]]
  let folders: [PlaylistFolderID?: [PlaylistFolder]]
  let slots: [PlaylistID: Set<MixSlot>]

  /// The contents of a folder: the visible rows, and the totals.
  struct Part {
    var rows: [OpenList.Group] = []
    var playlists = 0
    var tracks = 0
    var duration: Int64 = 0
  }

  init(
    playlists: [PlaylistShelf.Item], folders: [PlaylistFolder], slots: [PlaylistID: Set<MixSlot>]
  ) {
    self.playlists = Dictionary(grouping: playlists, by: \.playlist.folder)
    self.folders = Dictionary(grouping: folders, by: \.parent)
    self.slots = slots
  }

  func rows(in folder: PlaylistFolderID?, depth: Int, _ names: TrackQuery) -> Part {
    var part = Part()
    // Bounds folders that another program has nested in themselves.
    for child in folders[folder] ?? [] where depth < PlaylistFolder.maximumDepth {
      let isNamed = names.matches(names: SortKey.folded(child.name))
      let inside = rows(in: child.id, depth: depth + 1, isNamed ? .everything : names)
      part.playlists += inside.playlists
      part.tracks += inside.tracks
      part.duration &+= inside.duration
      guard isNamed || !inside.rows.isEmpty else { continue }
      var shown = child
      // Matches show, whether their folder is collapsed or not.
      shown.isCollapsed = child.isCollapsed && isNamed
      shown.playlistCount = inside.playlists
      shown.trackCount = inside.tracks
      shown.duration = .microseconds(inside.duration)
      part.rows.append(
        OpenList.Group(
          row: .playlistFolder(shown, depth: depth), folded: "",
          tracks: shown.isCollapsed ? inside.tracks : 0,
          duration: shown.isCollapsed ? inside.duration : 0))
      if !shown.isCollapsed { part.rows += inside.rows }
    }
    for item in playlists[folder] ?? [] {
      let playlist = item.playlist
      let duration = playlist.duration.wholeMicroseconds
      part.playlists += 1
      part.tracks += playlist.trackCount
      part.duration &+= duration
      guard names.matches(names: item.folded) else { continue }
      part.rows.append(
        OpenList.Group(
          row: .playlist(
            ListRow.PlaylistNode(playlist: playlist, slots: slots[playlist.id] ?? [], depth: depth)),
          folded: "",
          tracks: playlist.trackCount, duration: duration))
    }
    return part
  }
}

internal import Catalog
internal import Music

/// An open list: its contents and their order, with no more than the ids of tracks.
struct OpenList: Sendable {
  /// A track and its duration in microseconds.
  struct TrackReference: Sendable {
    var id: Int64
    var duration: Int64
  }

  /// A folder.
  struct Group: Sendable {
    var row: ListRow
    /// The folded name, for filters.
    var folded: String
    /// Its number of tracks, and microseconds.
    var tracks: Int
    var duration: Int64

    /// The path of a folder.
    var folder: FilePath? { if case .folder(let path) = row.id { path } else { nil } }
  }

  /// A track among those with the same audio, or the header of these.
  enum DuplicateRow: Sendable {
    case header(ListRow.Group)
    case track(TrackReference)
  }

  enum Content: Sendable {
    /// The roots or built-in lists, then tracks: either may be empty.
    case rows([Group], TrackList)
    case playlists(PlaylistRows)
    /// Folders, then groups, then tracks.
    case folder(FolderList, [Group], TrackList)
    /// Artists, albums, genres or categories.
    case groups(GroupList)
    case playlist(EntryList)
    case duplicates([DuplicateRow])
    /// A list of tracks under the headers of a template.
    case grouped(GroupedList)
  }

  var content: Content
  /// Tracks in the list, those in its groups included, and microseconds.
  var trackCount: Int
  var duration: Int64
  /// The total of a playlist, in its own order.
  var total: PlayTotal?

  /// The tracks that it holds in memory.
  var heldTracks: Int { if case .playlists = content { 0 } else { trackCount } }

  init(_ groups: [Group], _ tracks: TrackList = TrackList()) {
    content = .rows(groups, tracks)
    trackCount = groups.reduce(tracks.count) { $0 + $1.tracks }
    duration =
      groups.reduce(0) { $0 &+ $1.duration } &+ Int64(clamping: tracks.duration &* 1_000)
  }

  init(_ folders: FolderList, _ groups: [Group], _ tracks: TrackList) {
    content = .folder(folders, groups, tracks)
    let others = OpenList(groups, tracks)
    trackCount = folders.trackCount + others.trackCount
    duration = Int64(clamping: folders.duration &* 1_000) &+ others.duration
  }

  init(_ groups: GroupList) {
    content = .groups(groups)
    trackCount = groups.trackCount
    duration = Int64(clamping: groups.duration &* 1_000)
  }

  init(_ playlists: PlaylistRows) {
    content = .playlists(playlists)
    trackCount = playlists.trackCount
    duration = playlists.duration
  }

  init(_ entries: EntryList) {
    content = .playlist(entries)
    trackCount = entries.count
    duration = entries.total.duration.wholeMicroseconds
    total = entries.count == 0 ? nil : entries.total
  }

  init(_ rows: [DuplicateRow]) {
    content = .duplicates(rows)
    trackCount = 0
    duration = 0
    for case .track(let track) in rows {
      trackCount += 1
      duration &+= track.duration
    }
  }

  var count: Int {
    switch content {
    case .rows(let groups, let tracks): groups.count + tracks.count
    case .folder(let folders, let groups, let tracks):
      folders.count + groups.count + tracks.count
    case .playlists(let playlists): playlists.count
    case .groups(let groups): groups.count
    case .playlist(let entries): entries.count
    case .duplicates(let rows): rows.count
    case .grouped(let list): list.count
    }
  }

  /// The index of a row in the list.
  func index(of id: RowID) -> Int? {
    switch content {
    case .rows(let groups, let tracks):
      if case .track(let track) = id { return tracks.index(of: track).map { $0 + groups.count } }
      return groups.firstIndex { $0.row.id == id }
    case .folder(let folders, let groups, let tracks):
      if case .folder(let path) = id, let index = folders.index(of: path) { return index }
      return OpenList(groups, tracks).index(of: id).map { $0 + folders.count }
    case .playlists(let playlists): return playlists.index(of: id)
    case .groups(let groups): return groups.index(of: id)
    case .grouped(let list): return list.index(of: id)
    case .playlist(let entries):
      guard case .entry(let wanted) = id else { return nil }
      return entries.index(of: wanted.rawValue)
    case .duplicates(let rows):
      return rows.firstIndex { row in
        switch (row, id) {
        case (.header(let group), .group(let wanted)): group.key == wanted
        case (.track(let track), .track(let wanted)): track.id == wanted.rawValue
        default: false
        }
      }
    }
  }
}

/// An entry of a playlist, as numbers.
struct PlaylistEntry: Equatable, Sendable {
  var id: Int64
  var track: Int64
  /// Microseconds of the played part.
  var duration: Int64
  /// Whether its length is unknown, as that of its file.
  var isUnknown = false
  /// Microseconds.
  var crossfade: Int64 = 0
  var isMissing = false
  /// The number by which entries are ordered, those with the same one by id.
  var order: Int64
  /// Whether it is a virtual track.
  var isVirtualTrack: Bool

  var queued: QueuedTrack { QueuedTrack(TrackID(track), entry: EntryID(id)) }
}

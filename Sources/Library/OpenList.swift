internal import Music

/// A list as it is kept while it is open: what is in it and in which order, and of tracks no
/// more than their numbers.
struct OpenList: Sendable {
  /// A track of a list: 16 bytes, for lists of millions.
  struct TrackReference: Sendable {
    var id: Int64
    /// Microseconds.
    var duration: Int64
  }

  /// A row that stands for several tracks.
  struct Group: Sendable {
    var row: ListRow
    /// What a filter looks at.
    var folded: String
    /// Tracks in it, and microseconds.
    var tracks: Int
    var duration: Int64
  }

  /// An entry of a playlist, or the header above some.
  enum PlaylistRow: Sendable {
    case header(key: String, text: String, tracks: Int, duration: Int64)
    case entry(PlaylistEntry)
    /// A track under a header, where the list is no playlist.
    case track(TrackReference)
  }

  enum Content: Sendable {
    /// Groups, and behind them tracks: either may be empty.
    case rows([Group], [TrackReference])
    case playlist([PlaylistRow])
  }

  var content: Content
  /// Tracks in the list, those in its groups included, and microseconds.
  var trackCount: Int
  var duration: Int64

  init(_ groups: [Group], _ tracks: [TrackReference]) {
    content = .rows(groups, tracks)
    trackCount = groups.reduce(tracks.count) { $0 + $1.tracks }
    duration =
      groups.reduce(0) { $0 &+ $1.duration } &+ tracks.reduce(0) { $0 &+ $1.duration }
  }

  init(_ rows: [PlaylistRow]) {
    content = .playlist(rows)
    trackCount = 0
    duration = 0
    for row in rows {
      switch row {
      case .header: continue
      case .entry(let entry): duration &+= entry.duration
      case .track(let track): duration &+= track.duration
      }
      trackCount += 1
    }
  }

  var count: Int {
    switch content {
    case .rows(let groups, let tracks): groups.count + tracks.count
    case .playlist(let rows): rows.count
    }
  }

  /// Where a row is in the list.
  func index(of id: RowID) -> Int? {
    switch content {
    case .rows(let groups, let tracks):
      if case .track(let track) = id {
        return tracks.firstIndex { $0.id == track.rawValue }.map { $0 + groups.count }
      }
      return groups.firstIndex { $0.row.id == id }
    case .playlist(let rows):
      return rows.firstIndex { row in
        switch (row, id) {
        case (.header(let key, _, _, _), .group(let wanted)): key == wanted
        case (.entry(let entry), .entry(let wanted)): entry.id == wanted.rawValue
        case (.track(let track), .track(let wanted)): track.id == wanted.rawValue
        default: false
        }
      }
    }
  }
}

/// An entry of a playlist, as numbers.
struct PlaylistEntry: Sendable {
  var id: Int64
  var track: Int64
  /// Microseconds, of the part that is played.
  var duration: Int64
  /// Its place in the playlist, from 1.
  var place: Int
  /// Whether it is a piece of its own within its track's file.
  var isPiece: Bool

  var queued: QueuedTrack { QueuedTrack(TrackID(track), entry: EntryID(id)) }
}

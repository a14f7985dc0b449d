internal import Catalog
internal import GRDB
internal import Music

/// The tracks and playlists that are wanted on a device.
struct SyncSelection {
  private let options: DeviceOptions
  private let takesEverything: Bool
  private var ids: Set<Int64> = []
  private(set) var playlists: [SyncPlaylist] = []
  private(set) var otherPlaylists: [SyncPlaylist] = []

  init(_ db: Database, _ builder: ListBuilder, _ options: DeviceOptions) throws {
    self.options = options
    takesEverything = options.contents.contains(.everything)
    var wanted: Set<Int64> = []
    for content in options.contents {
      switch content {
      case .everything: break
      case .playlist(let id): wanted.insert(id.rawValue)
      case .slot(let slot):
        let playlist = try Row.fetchOne(
          db, sql: "SELECT playlist FROM slots WHERE slot = ? AND playlist IS NOT NULL",
          arguments: [slot])
        if let playlist { wanted.insert(try playlist.value(0)) }
      case .query(let text): ids.formUnion(try builder.files(matching: text))
      }
    }
    try readPlaylists(wanted, db, builder)
    let there = Set(playlists.map(\.id.rawValue))
    // Without it a sync would take its tracks off the device.
    guard wanted.isSubset(of: there) else { throw LibraryError.noSuchPlaylist }
  }

  /// Whether there are queries, which the catalog answers; it takes time and memory.
  static func needsCatalog(_ db: Database, _ options: DeviceOptions) throws -> Bool {
    for case .query in options.contents { return true }
    return try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM playlists WHERE query IS NOT NULL)") ?? false
  }

  /// - Parameter wanted: Playlists that are chosen themselves; all go along with everything.
  private mutating func readPlaylists(
    _ wanted: Set<Int64>, _ db: Database, _ builder: ListBuilder
  ) throws {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT id, name, modified, query, query_sort, query_descending, query_limit FROM playlists
        ORDER BY id
        """)
    for row in rows {
      var playlist = SyncPlaylist(
        id: PlaylistID(try row.value(0)), name: try row.value(1), tracks: [],
        modified: try row.value(2))
      let smart = try Database.smart(row, from: 3)
      playlist.isSmart = smart != nil
      let isWanted = wanted.contains(playlist.id.rawValue)
      guard isWanted || takesEverything else {
        otherPlaylists.append(playlist)
        continue
      }
      let tracks: [Int64]
      do {
        if let smart {
          let list = try builder.tracks(of: smart, named: playlist.name)
          tracks = list.ids(0..<list.count)
        } else {
          tracks = try Int64.fetchAll(
            try db.cachedStatement(
              sql: "SELECT track FROM entries WHERE playlist = ? ORDER BY position, id"),
            arguments: [playlist.id.rawValue])
        }
      } catch let error as LibraryError where !isWanted {
        // Its tracks are on the device anyway, and one query of a later version stops no sync.
        guard case .query = error else { throw error }
        otherPlaylists.append(playlist)
        continue
      }
      if isWanted { ids.formUnion(tracks) }
      playlist.tracks = tracks.map { TrackID($0) }
      playlists.append(playlist)
    }
  }

  /// The chosen ones of some tracks, the most wanted first.
  func chosen(of tracks: [SyncTrack]) -> [TrackID] {
    var preferences: [SyncPreference] = []
    preferences.reserveCapacity(takesEverything ? tracks.count : min(ids.count, tracks.count))
    for track in tracks where takesEverything || ids.contains(track.id.rawValue) {
      preferences.append(SyncPreference(track, options.order))
    }
    preferences.sort()
    return preferences.map(\.track)
  }
}

/// The position of a track among those wanted: by three numbers, the least first, then by its id.
private struct SyncPreference: Comparable {
  let track: TrackID
  private let first: Int64
  private let second: Int64
  private let third: Int64

  init(_ track: SyncTrack, _ order: DeviceOrder) {
    self.track = track.id
    let marks = track.marks
    switch order {
    case .rating:
      first = -Int64(marks.rating)
      second = marks.isFavorite ? 0 : 1
      third = Int64(0).minus(Int64(marks.plays))
    case .newest:
      first = Int64(0).minus(track.added)
      second = Int64(0).minus(track.id.rawValue)
      third = 0
    case .leastHeard:
      first = Int64(marks.plays)
      second = marks.lastPlayed ?? 0
      third = 0
    }
  }

  static func < (left: SyncPreference, right: SyncPreference) -> Bool {
    (left.first, left.second, left.third, left.track.rawValue)
      < (right.first, right.second, right.third, right.track.rawValue)
  }
}

extension ListBuilder {
  /// The ids of the tracks that a query finds, missing ones included: a file that cannot be found
  /// at present stays on a device.
  fileprivate func files(matching text: String) throws -> [Int64] {
    let query: TrackQuery
    do {
      query = try TrackQuery(parsing: text)
    } catch {
      throw LibraryError.query(column: error.column, reason: error.reason)
    }
    return try use { catalog in catalog.ids(of: try matching(query, catalog)) }
  }
}

internal import Catalog
internal import GRDB
package import Music

extension Library {
  /// The rows of a list in a range, which is clamped to the list.
  ///
  /// - Parameters:
  ///   - ends: The number of rows at either end of the list that are returned besides.
  ///   - anchor: A row whose index in the list is returned.
  ///   - followsAnchor: Where the anchor is not well inside the range, as many rows around it are
  ///     returned instead, so that the cursor's row in another order needs no second request.
  ///   - beginning: The beginning of a name, whose first row is the anchor.
  package func window(
    _ query: ListQuery, range: Range<Int>, ends: Int = 0, anchor: RowID?,
    followsAnchor: Bool = false, jumpingTo beginning: String? = nil, keepsList: Bool = true
  ) async throws(LibraryError) -> ListWindow {
    await catalog.ready()
    return try await read { db in
      let builder = try ListBuilder(db, self)
      let list = try builder.list(query, isKept: keepsList)
      let jump = try beginning.map { try builder.find($0, in: list, of: query) }
      let index =
        try jump?.index
        ?? anchor.flatMap { try list.index(of: $0) ?? db.shownIndex(of: $0, in: list) }
      let wanted = followsAnchor ? range.following(index, of: list.count) : range
      let shown = wanted.clamped(to: 0..<list.count)
      var window = ListWindow(
        query: query, count: list.count, trackCount: list.trackCount,
        duration: .microseconds(list.duration), start: shown.lowerBound,
        rows: try list.rows(shown, db), anchorIndex: index,
        openGroup: list.openGroup(at: shown.lowerBound),
        template: try builder.resolved(query).template ?? GroupTemplate.none)
      switch query.source {
      case .playlists: countSmartPlaylists(at: builder.revision.ofDatabase)
      case .playlist(let id): window.playlist = try db.uncounted(id)
      default: break
      }
      window.jump = jump?.jump
      window.total = list.total
      if ends > 0, window.rows.count < list.count {
        window.ends = try list.ends(of: min(ends, list.count), db)
      }
      window.notes = try db.notes(of: window.rows)
      return window
    }
  }

  /// All tracks of a list, in its order: those of its folders, artists, albums and genres included.
  package func trackIDs(_ query: ListQuery) async throws(LibraryError) -> [TrackID] {
    await catalog.ready()
    return try await read { db in
      let builder = try ListBuilder(db, self)
      switch try builder.list(query).content {
      case .groups(let groups):
        return try builder.use { catalog in
          catalog.tracks(of: groups, among: try builder.inside(query, catalog)).all
        }
      case .folder(let list, let groups, let tracks):
        let folders = (0..<list.count).map(list.path) + groups.compactMap(\.folder)
        return try builder.tracks(below: folders, in: query) + tracks.all
      case .rows(let groups, let tracks):
        let folders = groups.compactMap(\.folder)
        guard !folders.isEmpty else { return tracks.all }
        return try builder.tracks(below: folders, in: query) + tracks.all
      case .grouped(let list):
        let folders =
          (0..<list.folders.count).map(list.folders.path)
          + list.heads.compactMap(\.folder)
        let tracks = list.queued.map(\.track)
        guard !folders.isEmpty else { return tracks }
        return try builder.tracks(below: folders, in: query) + tracks
      case .playlists: return []
      case .playlist(let entries): return entries.map { TrackID($0.track) }
      case .duplicates(let rows):
        return rows.compactMap { if case .track(let track) = $0 { TrackID(track.id) } else { nil } }
      }
    }
  }

  /// As `trackIDs`, with the entries of a playlist.
  package func tracksToQueue(_ query: ListQuery) async throws(LibraryError) -> QueuedTracks {
    guard case .playlist(let id) = query.source, try await read({ try !$0.isSmart(id) }) else {
      return QueuedTracks(try await trackIDs(query))
    }
    await catalog.ready()
    return try await read { db in
      let content = try ListBuilder(db, self).list(query).content
      if case .grouped(let list) = content { return QueuedTracks(list.queued) }
      guard case .playlist(let entries) = content else { return [] }
      return QueuedTracks(entries.map(\.queued))
    }
  }

  /// As `trackIDs(of:in:)`, with the entries of playlists; of a duplicate track the first entry,
  /// but all of its virtual tracks.
  package func queuedTracks(of rows: [RowID], in query: ListQuery) async throws(LibraryError)
    -> [QueuedTrack]
  {
    await catalog.ready()
    return try await read { db in
      let builder = try ListBuilder(db, self)
      var seen = IDSet()
      var seenPieces = IDSet()
      var found: [QueuedTrack] = []
      func append(_ entry: PlaylistEntry) {
        guard entry.isVirtualTrack else { return append(entry.queued) }
        guard !seenPieces.contains(entry.id) else { return }
        seenPieces.insert(entry.id)
        found.append(entry.queued)
      }
      func append(_ queued: QueuedTrack) {
        guard !seen.contains(queued.track.rawValue) else { return }
        seen.insert(queued.track.rawValue)
        found.append(queued)
      }
      func takeAll(of playlist: PlaylistID) throws {
        if let tracks = try builder.smartTracks(of: playlist) {
          tracks.forEach { append(QueuedTrack($0)) }
        } else {
          try builder.contents(of: playlist).forEach { append($0) }
        }
      }
      var entries: [Int64: PlaylistEntry]?
      for row in rows {
        switch row {
        case .entry(let id):
          let known: [Int64: PlaylistEntry]
          if let entries {
            known = entries
          } else {
            known = try builder.entries(of: rows, in: query)
            entries = known
          }
          if let entry = known[id.rawValue] { append(entry) }
        case .group(let key):
          if case .grouped(let list) = try builder.list(query).content {
            for index in list.group(key).map(list.places) ?? [] {
              if let entries = list.entries {
                append(entries[Int(index)])
              } else {
                append(list.queued(Int(index)))
              }
            }
            continue
          }
          guard case .duplicates(let rows) = try builder.list(query).content else {
            continue
          }
          for track in rows.tracks(of: key) { append(QueuedTrack(TrackID(track.id))) }
        case .playlist(let id): try takeAll(of: id)
        case .playlistFolder(let id):
          for playlist in try db.playlists(below: id) {
            try takeAll(of: playlist)
          }
        default: try builder.tracks(of: row, in: query).forEach { append(QueuedTrack($0)) }
        }
      }
      return found
    }
  }

  /// The tracks of some rows of a list, each once, in the order of the rows: a folder's in natural
  /// path order, an album's by disc and number, a playlist's and a group's by position.
  package func trackIDs(of rows: [RowID], in query: ListQuery) async throws(LibraryError)
    -> [TrackID]
  {
    var seen: Set<TrackID> = []
    return try await queuedTracks(of: rows, in: query).map(\.track)
      .filter { seen.insert($0).inserted }
  }
}

extension Range<Int> {
  /// A range of the same length around an index, unless that is well inside the range already.
  fileprivate func following(_ index: Int?, of count: Int) -> Range<Int> {
    guard let index else { return self }
    let margin = self.count / 4
    let low: Int = lowerBound == 0 ? 0 : lowerBound + margin
    let high: Int = upperBound >= count ? upperBound : upperBound - margin
    guard index < low || index >= high else { return self }
    let start = Swift.max(0, index - self.count / 2)
    return start..<start + self.count
  }
}

extension [OpenList.DuplicateRow] {
  /// The tracks under a header.
  fileprivate func tracks(of key: String) -> [OpenList.TrackReference] {
    var isInGroup = false
    return compactMap { row in
      switch row {
      case .header(let group):
        isInGroup = group.key == key
        return nil
      case .track(let track): return isInGroup ? track : nil
      }
    }
  }
}

extension OpenList {
  /// The entries of a playlist by id; none of other lists.
  fileprivate var entries: [Int64: PlaylistEntry] {
    var found: [Int64: PlaylistEntry] = [:]
    if case .grouped(let list) = content, let entries = list.entries {
      for entry in entries { found[entry.id] = entry }
    }
    guard case .playlist(let entries) = content else { return found }
    for entry in entries { found[entry.id] = entry }
    return found
  }
}

extension ListBuilder {
  /// Entries in this number or more are looked up in the whole list.
  private static let many = 500

  /// The entries of a playlist behind some rows, by id.
  fileprivate func entries(of rows: [RowID], in query: ListQuery) throws -> [Int64: PlaylistEntry] {
    guard rows.count < Self.many, case .playlist(let id) = query.source else {
      return try list(query).entries
    }
    let ids = rows.compactMap { if case .entry(let id) = $0 { id.rawValue } else { nil } }
    let entries = try db.entries(of: id, only: ids)
    return Dictionary(entries.map { ($0.id, $0) }) { first, _ in first }
  }

  /// The tracks in folders of a list and below them.
  fileprivate func tracks(below folders: [FilePath], in query: ListQuery) throws -> [TrackID] {
    try use { $0.tracks(below: folders, among: try inside(query, $0)).all }
  }

  /// The tracks of a row that is no entry.
  fileprivate func tracks(of row: RowID, in query: ListQuery) throws -> [TrackID] {
    let source: ListSource
    switch row {
    case .track(let id): return [id]
    case .folder(let path): source = .folder(path)
    case .artist(let name): source = .artist(name)
    case .album(let album): source = .album(album)
    case .genre(let name): source = .genre(name)
    case .category(let word): source = .category(word)
    case .list(let list): return try tracks(of: list).all
    case .playlist, .playlistFolder, .entry, .queueItem, .group: return []
    }
    return try use { catalog in
      catalog.tracks(source, sort: .artist, among: try inside(query, catalog)).all
    }
  }
}

extension Database {
  /// The playlists in a folder of playlists and in those inside it.
  fileprivate func playlists(below folder: PlaylistFolderID) throws -> [PlaylistID] {
    try Int64.fetchAll(
      self,
      sql: """
        WITH RECURSIVE inside (id) AS (
          VALUES (?) UNION SELECT f.id FROM playlist_folders f JOIN inside i ON f.parent = i.id
        )
        SELECT id FROM playlists WHERE folder IN (SELECT id FROM inside) ORDER BY name, id
        """, arguments: [folder.rawValue]
    ).map { PlaylistID($0) }
  }
}

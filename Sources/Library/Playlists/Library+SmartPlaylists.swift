internal import Catalog
internal import GRDB
package import Music

/// Smart playlists: defined by a query.
extension Library {
  /// Creates a smart playlist.
  ///
  /// - Throws: `.nameTaken`, `.query` for an invalid query, `.cycle` where it would refer to
  ///   itself.
  package func createSmartPlaylist(
    _ details: PlaylistDetails, _ smart: SmartQuery, in folder: PlaylistFolderID? = nil
  ) async throws(LibraryError) -> Playlist {
    let details = try Library.tidied(details, smart)
    return try await edit(name: { "made the smart playlist \($0.name)" }) { db in
      let made = try db.makePlaylist(named: details.name, in: folder, smart: smart)
      try db.change(made.id, details)
      return try db.counted(made.id)
    }
  }

  /// Changes a smart playlist and its details, in one step.
  package func changeSmartPlaylist(
    _ id: PlaylistID, _ details: PlaylistDetails, _ smart: SmartQuery
  ) async throws(LibraryError) {
    let details = try Library.tidied(details, smart)
    _ = try await edit(name: { (old: String) in "changed \(old)" }) { db in
      let old = try db.existing(id)
      guard let query = old.smart else { throw LibraryError.notSmart(old.name) }
      if query == smart, old.details == details { return old.name }
      try db.change(
        id, "query = ?, query_sort = ?, query_descending = ?, query_limit = ?",
        [smart.text, smart.sort.rawValue, smart.isDescending, smart.limit])
      try db.change(id, details)
      return old.name
    }
  }

  /// Creates a playlist with the current tracks of a smart one, beside it and with its grouping.
  ///
  /// - Parameter name: nil for one derived from the smart playlist's.
  package func freeze(_ id: PlaylistID, as name: String? = nil) async throws(LibraryError)
    -> Playlist
  {
    var tidied = name
    if let name { tidied = try PlaylistName.tidied(name) }
    let name = tidied
    await catalog.ready()
    return try await edit(name: { "froze into \($0.name)" }) { db in
      let old = try db.existing(id)
      guard let smart = old.smart else { throw LibraryError.notSmart(old.name) }
      let tracks = try ListBuilder(db, self).tracks(of: smart, named: old.name)
      let made = try db.makePlaylist(
        named: try name ?? db.freeName(like: old.name, "frozen"), in: old.folder,
        template: old.template)
      var details = old.details
      details.name = made.name
      try db.change(made.id, details)
      try db.append(tracks.ids(0..<tracks.count), to: made.id)
      return try db.counted(made.id)
    }
  }

  /// All playlists by name, with smart ones counted now, which may take long.
  package func countedPlaylists() async throws(LibraryError) -> [Playlist] {
    await catalog.ready()
    return try await read { db in
      let builder = try ListBuilder(db, self)
      return try db.playlists().map { playlist in
        var playlist = playlist
        if let total = try builder.total(of: playlist) { playlist.add(total) }
        return playlist
      }
    }
  }

  private static func tidied(_ details: PlaylistDetails, _ smart: SmartQuery)
    throws(LibraryError) -> PlaylistDetails
  {
    do {
      _ = try TrackQuery(parsing: smart.text)
    } catch {
      throw .query(column: error.column, reason: error.reason)
    }
    var tidied = details
    tidied.name = try PlaylistName.tidied(details.name)
    return tidied
  }
}

extension Database {
  /// Refuses a smart playlist that refers to itself by way of others.
  func refuseCycles() throws {
    let playlists = try smartPlaylists()
    guard playlists.count > 0 else { return }
    var asks: [String: Set<String>] = [:]
    for (name, smart) in playlists {
      // A query that only another version can parse refers to nothing.
      asks[SortKey.folded(name)] = (try? TrackQuery(parsing: smart.text))?.playlists ?? []
    }
    let names = Dictionary(playlists.map { (SortKey.folded($0.name), $0.name) }) { first, _ in
      first
    }
    var finished: Set<String> = []
    // An explicit stack, since a chain may be as long as there are playlists.
    for start in asks.keys.sorted() where !finished.contains(start) {
      var path = [start]
      var rest = [Array(asks[start] ?? []).sorted()]
      while let name = path.last {
        guard let next = rest[rest.count - 1].popLast() else {
          finished.insert(name)
          path.removeLast()
          rest.removeLast()
          continue
        }
        guard asks[next] != nil, !finished.contains(next) else { continue }
        if let first = path.firstIndex(of: next) {
          throw LibraryError.cycle((path[first...] + [next]).map { names[$0] ?? $0 })
        }
        path.append(next)
        rest.append(Array(asks[next] ?? []).sorted())
      }
    }
  }

  /// Smart playlists and their queries.
  func smartPlaylists() throws -> [(name: String, smart: SmartQuery)] {
    try Row.fetchAll(
      self,
      sql: """
        SELECT name, query, query_sort, query_descending, query_limit FROM playlists
        WHERE query IS NOT NULL ORDER BY id
        """
    ).compactMap { row in
      try Database.smart(row, from: 1).map { (try row.value(0), $0) }
    }
  }

  /// The query of a smart playlist from four columns; nil for one with entries.
  static func smart(_ row: Row, from index: Int) throws -> SmartQuery? {
    guard let text: String = try row.value(index) else { return nil }
    return try SmartQuery(
      text, sort: (row.value(index + 1) as String?).flatMap(SortColumn.init(rawValue:)) ?? .artist,
      isDescending: row.value(index + 2), limit: row.value(index + 3))
  }
}

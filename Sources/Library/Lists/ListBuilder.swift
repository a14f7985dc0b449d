internal import Catalog
import FoundationEssentials
internal import GRDB
internal import Music
import Synchronization

/// Builds the lists for queries, or finds them in the cache.
///
/// Lives inside one read of the database.
struct ListBuilder {
  let db: Database
  let revision: Revision
  let library: Library

  init(_ db: Database, _ library: Library) throws {
    self.db = db
    self.library = library
    var revision = try Revision.current(db)
    revision.totals = library.smartTotals.withLock(\.edition)
    self.revision = revision
  }

  ///
  /// - Parameter isKept: whether it stays open for the next windows of it.
  func list(_ query: ListQuery, isKept: Bool = true) throws -> OpenList {
    let query = try resolved(query)
    if let list = library.lists.withLock({ $0.list(query, at: revision) }) { return list }
    let list = try grouped(query) ?? opened(query)
    guard isKept else { return list }
    library.lists.withLock { $0.keep(list, for: query, at: revision) }
    return list
  }

  /// Calls with exclusive access to the catalog.
  func use<Outcome: Sendable>(_ body: (Catalog) throws -> Outcome) throws -> Outcome {
    try library.catalog.use(db, revision, body)
  }

  private func opened(_ query: ListQuery) throws -> OpenList {
    // An invalid query finds nothing; the interface and the commands report it before.
    guard let filter = try? TrackQuery(parsing: query.filter) else { return OpenList([]) }
    switch query.source {
    case .playlists:
      guard query.filter.isEmpty else { return try playlists(query, filter.split.names) }
      let totals = library.smartTotals.withLock { $0 }
      return OpenList(PlaylistRows(try db.playlistTree(sortedPlaylists(), totals: totals)))
    case .playlist(let id):
      if let playlist = try db.uncounted(id), let smart = playlist.smart {
        return OpenList([], try tracks(of: smart, named: playlist.name, filter))
      }
      let matching = try ids(filter)
      let contents = try contents(of: id)
      guard let matching else { return OpenList(EntryList(contents)) }
      return OpenList(EntryList(contents) { matching.contains($0.track) })
    case .duplicates:
      let matching = try ids(filter)
      return OpenList(try db.duplicateRows { matching?.contains($0.rawValue) ?? true })
    case .lists:
      return OpenList(
        try builtInRows().filter { filter.split.names.matches(names: $0.folded) })
    case .smart(let list):
      return OpenList(
        [],
        try tracks(
          of: list, filter, sort: query.sort, isDescending: query.isDescending,
          variations: query.variations))
    default: break
    }
    return try use { catalog in try opened(query, filter, catalog) }
  }

  /// The list of playlists, from that without a filter.
  private func playlists(_ query: ListQuery, _ names: TrackQuery) throws -> OpenList {
    var plain = query
    plain.filter = ""
    let list = try self.list(plain)
    guard case .playlists(let playlists) = list.content else { return list }
    return OpenList(playlists.filtered(by: names))
  }

  private func opened(_ query: ListQuery, _ filter: TrackQuery, _ catalog: Catalog) throws
    -> OpenList
  {
    let (sort, isDescending) = (query.sort, query.isDescending)
    // Groups are filtered by name, and their tracks by the rest.
    let (names, rest) = filter.split
    let inside = rest == .everything ? nil : try matching(rest, catalog)
    func named(_ groups: GroupList) -> OpenList { OpenList(groups.filtered(by: names)) }
    switch query.source {
    case .artists:
      return named(catalog.artists(sort: sort, isDescending: isDescending, among: inside))
    case .genres:
      return named(catalog.genres(sort: sort, isDescending: isDescending, among: inside))
    case .categories:
      return named(catalog.categories(sort: sort, isDescending: isDescending, among: inside))
    case .albums:
      return named(
        catalog.albums(of: nil, sort: sort, isDescending: isDescending, among: inside))
    case .artist(let name):
      return named(
        catalog.albums(of: name, sort: sort, isDescending: isDescending, among: inside))
    default: break
    }
    let matching = filter == .everything ? nil : try matching(filter, catalog)
    if case .folder(let path) = query.source {
      let lister = FolderLister(
        db: db, catalog: catalog, query: query, names: names, inside: inside, matching: matching)
      return try lister.list(path)
    }
    return OpenList(
      [],
      catalog.tracks(
        query.source, sort: sort, isDescending: isDescending, among: matching,
        includesMissing: query.source == .songs && filter.mentions(.missing),
        variations: query.variations))
  }

  // MARK: Queries

  /// The tracks that count in rows for groups; nil for all.
  func inside(_ query: ListQuery, _ catalog: Catalog) throws -> TrackSet? {
    switch query.source {
    case .artists, .artist, .albums, .genres, .categories, .folder: break
    default: return nil
    }
    // An invalid query has no rows.
    guard let rest = (try? TrackQuery(parsing: query.filter))?.split.tracks else { return nil }
    return rest == .everything ? nil : try matching(rest, catalog)
  }

  /// The tracks that match a query, missing ones included.
  ///
  /// - Parameter includesBooks: Whether parts of audiobooks match also where the query does not ask
  ///   for them.
  func matching(_ query: TrackQuery, _ catalog: Catalog, includesBooks: Bool = false) throws
    -> TrackSet
  {
    var asked = ReferencedPlaylists()
    return try matching(query, catalog, &asked, includesBooks: includesBooks)
  }

  func matching(
    _ query: TrackQuery, _ catalog: Catalog, _ asked: inout ReferencedPlaylists,
    includesBooks: Bool = false
  ) throws -> TrackSet {
    // The catalog evaluates one query at a time: those of smart playlists come first.
    try find(query.playlists, catalog, &asked)
    let smart = asked.tracks
    var failure: (any Error)?
    func ids(_ read: () throws -> [Int64]) -> [Int64] {
      do { return try read() } catch { failure = error }
      return []
    }
    let lists = query.mentions(.comment) ? revision.ofComments : revision.lists
    var tracks = catalog.matching(
      query, lists: lists, now: Int64(Date.now.timeIntervalSince1970),
      playlist: { name in smart[name] ?? ids { try self.ids(ofPlaylist: name) } },
      notes: { text in ids { try self.ids(noted: text) } },
      comments: { text in ids { try self.ids(commented: text) } })
    if let failure {
      // Cached results without the database do not hold for this query.
      catalog.forgetAnswers()
      throw failure
    }
    if !includesBooks, !query.mentions(.book) { tracks.subtract(catalog.books) }
    return tracks
  }

  /// The ids of the tracks that match a query, parts of audiobooks included; nil for all.
  private func ids(_ query: TrackQuery) throws -> IDSet? {
    guard query != .everything else { return nil }
    return try use { catalog in
      var tracks = IDSet()
      let matching = try matching(query, catalog, includesBooks: true)
      for id in catalog.ids(of: matching) { tracks.insert(id) }
      return tracks
    }
  }

  private func ids(ofPlaylist name: String) throws -> [Int64] {
    let playlists = try Row.fetchAll(db, sql: "SELECT id, name FROM playlists")
    return try playlists.filter { SortKey.folded(try $0.value(1)) == name }.flatMap { playlist in
      try Int64.fetchAll(
        db, sql: "SELECT track FROM entries WHERE playlist = ?",
        arguments: [try playlist.value(0) as Int64])
    }
  }

  private func ids(noted text: String) throws -> [Int64] {
    let rows = try Row.fetchAll(db, sql: "SELECT track, notes FROM marks WHERE notes <> ''")
    return try rows.filter { SortKey.folded(try $0.value(1)).contains(bytesOf: text) }
      .map { try $0.value(0) }
  }

  private func ids(commented text: String) throws -> [Int64] {
    let rows = try Row.fetchCursor(db, sql: "SELECT track, text FROM comments")
    var tracks: Set<Int64> = []
    while let row = try rows.next() {
      guard try SortKey.folded(row.value(1)).contains(bytesOf: text) else { continue }
      tracks.insert(try row.value(0))
    }
    return Array(tracks)
  }

  // MARK: Built-in lists

  private func builtInRows() throws -> [OpenList.Group] {
    try use { catalog in
      BuiltInList.allCases.map { list in
        let total = catalog.total(of: list)
        let duration = Int64(clamping: total.time &* 1_000)
        return OpenList.Group(
          row: .list(
            ListRow.BuiltIn(list: list, tracks: total.tracks, duration: .microseconds(duration))),
          folded: SortKey.folded(list.title), tracks: total.tracks, duration: duration)
      }
    }
  }

  /// The tracks of a built-in list in its own order, or in another.
  func tracks(
    of list: BuiltInList, _ filter: TrackQuery = .everything, sort: SortColumn? = nil,
    isDescending: Bool? = nil, variations: VariationFolding = .listed
  ) throws -> TrackList {
    try use { catalog in
      var set = try matching(list.query, catalog, includesBooks: filter.mentions(.book))
      if filter != .everything { set.formIntersection(try matching(filter, catalog)) }
      return catalog.tracks(
        .songs, sort: sort ?? list.sort, isDescending: isDescending ?? list.isDescending,
        among: set, includesMissing: list.query.mentions(.missing), variations: variations)
    }
  }
}

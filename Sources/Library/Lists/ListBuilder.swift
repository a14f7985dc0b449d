internal import Catalog
internal import GRDB
internal import Music
import Synchronization

/// Makes the lists that queries ask for, or finds them among those that were open last.
///
/// Lives inside one read of the database.
struct ListBuilder {
  let db: Database
  let revision: Revision
  let library: Library

  init(_ db: Database, _ library: Library) throws {
    self.db = db
    self.library = library
    revision = try Revision.current(db)
  }

  func list(_ query: ListQuery) throws -> OpenList {
    if let list = library.lists.withLock({ $0.list(query, at: revision) }) { return list }
    let list = try made(query)
    library.lists.withLock { $0.keep(list, for: query, at: revision) }
    return list
  }

  /// Calls with the catalog, which nobody else has meanwhile.
  func use<Outcome: Sendable>(_ body: (Catalog) throws -> Outcome) throws -> Outcome {
    try library.catalog.use(db, revision, body)
  }

  private func made(_ query: ListQuery) throws -> OpenList {
    let words = FilterWords(query.filter)
    switch query.source {
    case .playlists: return OpenList(try db.playlistRows(words))
    case .playlist(let id): return OpenList(try entryRows(of: id, words))
    default: break
    }
    let (sort, isDescending) = (query.sort, query.isDescending)
    func filtered(_ groups: GroupList) -> OpenList {
      OpenList(words.isEmpty ? groups : groups.filtered(by: words.words))
    }
    return try use { catalog in
      switch query.source {
      case .artists: return filtered(catalog.artists(isDescending: isDescending))
      case .genres: return filtered(catalog.genres(isDescending: isDescending))
      case .albums:
        return filtered(catalog.albums(of: nil, sort: sort, isDescending: isDescending))
      case .artist(let name):
        return filtered(catalog.albums(of: name, sort: sort, isDescending: isDescending))
      default: break
      }
      let matching = words.isEmpty ? nil : catalog.matching(words.words)
      if case .folder(let path) = query.source {
        return try FolderLister(db, catalog, query, words, matching).list(path)
      }
      return OpenList(
        [],
        catalog.tracks(query.source, sort: sort, isDescending: isDescending, among: matching))
    }
  }

  /// The entries of a playlist whose tracks match a filter.
  private func entryRows(of id: PlaylistID, _ words: FilterWords) throws
    -> [OpenList.PlaylistRow]
  {
    guard !words.isEmpty else { return try db.entryRows(of: id) { _ in true } }
    let matching = try use { catalog in
      let matching = catalog.matching(words.words)
      var tracks = IDSet()
      matching.forEach { tracks.insert(catalog.columns.id[$0]) }
      return tracks
    }
    return try db.entryRows(of: id) { matching.contains($0.track) }
  }
}

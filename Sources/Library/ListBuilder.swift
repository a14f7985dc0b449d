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

  private func made(_ query: ListQuery) throws -> OpenList {
    let words = FilterWords(query.filter)
    switch query.source {
    case .playlists: return OpenList(try db.playlistRows(words), [])
    case .playlist(let id): return OpenList(try db.entryRows(of: id, words))
    case .duplicates: return OpenList(try db.duplicateRows(words))
    default: break
    }
    guard words.isEmpty else {
      // What is no query finds nothing; the interface and the commands say so before.
      guard let filter = try? TrackQuery(parsing: query.filter) else { return OpenList([], []) }
      let order = TrackOrder.sql(query.sort, isDescending: query.isDescending)
      if query.source == .songs, filter.mentions(.missing) {
        let all = try db.references(
          sql: """
            SELECT t.id, t.duration FROM tracks t JOIN folders f ON f.id = t.folder
            ORDER BY \(order)
            """, [])
        return try filtered(OpenList([], all), filter)
      }
      // The order is kept with the whole list, so that each key typed only looks for matches.
      return try filtered(try list(query.filtered(by: "")), filter)
    }
    let (sort, isDescending) = (query.sort, query.isDescending)
    switch query.source {
    case .folder(let path): return try folder(path, query)
    case .lists: return OpenList(try db.builtInRows(), [])
    case .artists: return OpenList(try db.artists(isDescending: isDescending), [])
    case .genres: return OpenList(try db.genres(isDescending: isDescending), [])
    case .albums:
      return OpenList(try db.albums(of: nil, sort: sort, isDescending: isDescending), [])
    case .artist(let name):
      return OpenList(try db.albums(of: name, sort: sort, isDescending: isDescending), [])
    default:
      return OpenList(
        [], try db.tracks(in: query.source, sort: sort, isDescending: isDescending))
    }
  }

  private func filtered(_ list: OpenList, _ filter: TrackQuery) throws -> OpenList {
    guard case .rows(let groups, let tracks) = list.content else { return list }
    let names = filter.split.names
    let matching = tracks.isEmpty ? IDSet() : try TrackMatcher(db).matches(filter, among: tracks)
    return OpenList(
      groups.filter { names.matches(names: $0.folded) }, tracks.filter { matching.contains($0.id) })
  }

  // MARK: Folders

  func tree() throws -> FolderTree {
    if let tree = library.lists.withLock({ $0.tree(at: revision) }) { return tree }
    let tree = try FolderTree(db)
    library.lists.withLock { $0.keep(tree, at: revision) }
    return tree
  }

  /// Sub folders, then tracks; the only root of a library is shown by what is in it.
  private func folder(_ path: FilePath?, _ query: ListQuery) throws -> OpenList {
    let tree = try tree()
    let order =
      switch query.sort {
      case .artist, .path: TrackOrder.sql(.path, isDescending: query.isDescending)
      default: TrackOrder.sql(query.sort, isDescending: query.isDescending)
      }
    if let path {
      let id = try Int64.fetchOne(
        db, sql: "SELECT id FROM folders WHERE path = ?", arguments: [path.data])
      guard let id, let folder = tree[id] else { return OpenList([], []) }
      var children = tree[children: folder].map { group($0, name: $0.path.name) }
      if query.isDescending { children.reverse() }
      return OpenList(
        children, try db.references(where: "t.folder = ?", [id], order: order))
    }
    let roots = try Row.fetchAll(
      db, sql: "SELECT r.path, r.is_file, f.id FROM roots r LEFT JOIN folders f ON f.path = r.path")
    let folders = roots.filter { !($0[1] as Bool) }
    let streams = try streams(tree)
    if folders.count == 1, roots.count == 1 {
      let only = try self.folder(try TrackRow.path(folders[0], 0), query)
      guard let streams, case .rows(let groups, let tracks) = only.content else { return only }
      return OpenList(groups + [streams], tracks)
    }
    let names = Dictionary(
      grouping: try folders.map { try TrackRow.path($0, 0).name }, by: { $0 })
    let groups = folders.compactMap { row -> OpenList.Group? in
      guard let id: Int64 = row[2], let folder = tree[id] else { return nil }
      let name = folder.path.name
      return group(folder, name: names[name]?.count == 1 ? name : folder.path.text)
    }
    let sorted = groups.map { (SortKey.bytes($0.folded), $0) }.sorted { $0.0.precedes($1.0) }
    let files = try db.references(
      where: "t.root IN (SELECT id FROM roots WHERE is_file)", order: order)
    return OpenList(sorted.map(\.1) + (streams.map { [$0] } ?? []), files)
  }

  /// The row under which the streams are, if there are any.
  private func streams(_ tree: FolderTree) throws -> OpenList.Group? {
    let id = try Int64.fetchOne(
      db, sql: "SELECT id FROM folders WHERE path = ?", arguments: [FilePath.streams.data])
    guard let id, let folder = tree[id], folder.tracks > 0 else { return nil }
    return group(folder, name: "Streams")
  }

  private func group(_ folder: FolderTree.Folder, name: String) -> OpenList.Group {
    OpenList.Group(
      row: .folder(
        folder.path, name: name, tracks: folder.tracks, duration: .microseconds(folder.duration)),
      folded: SortKey.folded(name),
      tracks: folder.tracks, duration: folder.duration)
  }
}

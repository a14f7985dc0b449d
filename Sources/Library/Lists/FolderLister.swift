internal import Catalog
internal import GRDB
internal import Music

/// Builds the lists of folders: sub folders, then tracks.
struct FolderLister {
  let db: Database
  let catalog: Catalog
  let query: ListQuery
  /// The filter for the names of sub folders.
  let names: TrackQuery
  /// The tracks that sub folders count; nil for all.
  let inside: TrackSet?
  /// The tracks that match the filter; nil for all.
  let matching: TrackSet?

  /// A library's only root is shown by its contents.
  func list(_ path: FilePath?) throws -> OpenList {
    if let path { return OpenList(folders(in: path), [], tracks(in: path)) }
    let roots = try Row.fetchAll(db, sql: "SELECT id, path, is_file FROM roots WHERE NOT removed")
    let paths = try roots.filter { !(try $0.value(2)) }.map { try TrackRow.path($0, 1) }
    let others = try servers() + [group(.streams, name: "Streams")].compactMap { $0 }
    if let only = paths.first, roots.count == 1 {
      return OpenList(folders(in: only), others.compactMap(matched), tracks(in: only))
    }
    let names = Dictionary(grouping: paths.map(\.name), by: { $0 })
    let groups = paths.compactMap { path in
      group(path, name: names[path.name]?.count == 1 ? path.name : path.text)
    }
    let sorted = groups.map { (SortKey.bytes($0.folded), $0) }.sorted { $0.0.precedes($1.0) }
    let files = Set(try roots.filter { try $0.value(2) }.map { try $0.value(0) as Int64 })
    return OpenList(
      (sorted.map(\.1) + others).compactMap(matched),
      tracks(ofRoots: files))
  }

  private func folders(in path: FilePath) -> FolderList {
    var folders = catalog.folders(in: path, among: inside)
    if names != .everything { folders = folders.filtered(by: names) }
    return query.isDescending ? folders.reversed() : folders
  }

  private func tracks(in path: FilePath) -> TrackList {
    catalog.tracks(
      inFolder: path, sort: query.sort, isDescending: query.isDescending, among: matching,
      variations: query.variations)
  }

  /// Tracks of roots that are single files.
  private func tracks(ofRoots roots: Set<Int64>) -> TrackList {
    guard !roots.isEmpty else { return TrackList() }
    let set = catalog.tracks(ofRoots: roots, among: matching)
    return catalog.tracks(set, sort: query.sort, isDescending: query.isDescending)
  }

  /// Servers with tracks, by name.
  private func servers() throws -> [OpenList.Group] {
    try db.servers().compactMap { group(.server(named: $0.name), name: $0.name) }
  }

  private func matched(_ group: OpenList.Group?) -> OpenList.Group? {
    group.flatMap { names.matches(names: $0.folded) ? $0 : nil }
  }

  private func group(_ path: FilePath, name: String) -> OpenList.Group? {
    let total = catalog.total(below: path, among: inside)
    guard total.tracks > 0 else { return nil }
    return OpenList.Group(
      row: .folder(
        ListRow.Folder(
          path: path, name: name, tracks: total.tracks,
          duration: .milliseconds(Int64(clamping: total.time)))),
      folded: SortKey.folded(name),
      tracks: total.tracks, duration: Int64(clamping: total.time &* 1_000))
  }
}

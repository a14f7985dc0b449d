package import Music

/// The folders in a folder, with their totals: an independent value, whatever becomes of its
/// catalog.
package struct FolderList: @unchecked Sendable {
  // because nothing writes to the memory it shares with columns, any thread may read it.

  /// A folder, as a prefix of the path of a folder at or below it.
  struct Folder {
    var name: Int
    /// Bytes of its own path.
    var length: Int
    var tracks = 0
    /// Milliseconds.
    var duration: UInt64 = 0
    /// Its position in the list it was created in.
    var position = 0
  }

  private let paths: TextColumn
  /// Bytes of the path before its own name.
  private let start: Int
  private let folders: [Folder]
  /// The names of all folders of the original list.
  private let names: FolderNames
  package let trackCount: Int
  /// Milliseconds.
  package let duration: UInt64

  package init() { self.init(paths: TextColumn(), start: 0, folders: []) }

  init(paths: TextColumn, start: Int, folders: [Folder]) {
    var folders = folders
    for index in folders.indices { folders[index].position = index }
    let names = FolderNames(of: paths, folders.map { ($0.name, start..<$0.length) })
    self.init(paths: paths, start: start, folders: folders, names: names)
  }

  private init(paths: TextColumn, start: Int, folders: [Folder], names: FolderNames) {
    self.paths = paths
    self.start = start
    self.folders = folders
    self.names = names
    trackCount = folders.reduce(0) { $0 + $1.tracks }
    duration = folders.reduce(0) { $0 &+ $1.duration }
  }

  package var count: Int { folders.count }

  package func path(_ index: Int) -> FilePath {
    FilePath(bytes: Array(paths[folders[index].name].prefix(folders[index].length)))
  }

  /// A folder as a row of a list.
  package func row(_ index: Int) -> ListRow {
    let path = path(index)
    return .folder(
      ListRow.Folder(
        path: path, name: path.name, tracks: folders[index].tracks,
        duration: .milliseconds(Int64(clamping: folders[index].duration))))
  }

  /// The index of a folder in the list.
  package func index(of path: FilePath) -> Int? {
    folders.firstIndex { folder in
      folder.length == path.bytes.count && paths[folder.name].starts(with: path.bytes)
    }
  }

  package func reversed() -> FolderList { with(folders.reversed()) }

  /// The folders whose folded names match a query of words.
  package func filtered(by query: TrackQuery) -> FolderList {
    switch query {
    case .everything: return self
    case .word(let word):
      let hits = names.folded.hits(TextFinder(word))
      return with(
        folders.filter { folder in hits.map { $0[folder.position] != 0 } ?? word.isEmpty })
    case .all(let parts): return parts.reduce(self) { $0.filtered(by: $1) }
    default:
      let names = names.folded
      return with(folders.filter { query.matches(names: names.string($0.position)) })
    }
  }

  /// The folded names of the original list.
  var foldedNames: TextColumn { names.folded }

  func position(of index: Int) -> Int { folders[index].position }

  /// Prepares the names for filters.
  func prepareNames() { _ = names.folded }

  private func with(_ folders: [Folder]) -> FolderList {
    FolderList(paths: paths, start: start, folders: folders, names: names)
  }
}

package import Music

/// The folders in a folder, each with what is below it: a value of its own, whatever becomes of
/// the catalog it was made from.
package struct FolderList: @unchecked Sendable {
  // because nothing writes to what it holds of the columns, any thread may read it.

  /// A folder, as the beginning of the path of one that is below it or is itself.
  struct Folder {
    var name: Int
    /// Bytes of its own path.
    var length: Int
    var tracks = 0
    /// Milliseconds.
    var duration: UInt64 = 0
  }

  private let paths: TextColumn
  /// Bytes of the path before its own name.
  private let start: Int
  private let folders: [Folder]
  package let trackCount: Int
  /// Milliseconds.
  package let duration: UInt64

  package init() { self.init(paths: TextColumn(), start: 0, folders: []) }

  init(paths: TextColumn, start: Int, folders: [Folder]) {
    self.paths = paths
    self.start = start
    self.folders = folders
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
      path, name: path.name, tracks: folders[index].tracks,
      duration: .milliseconds(Int64(clamping: folders[index].duration)))
  }

  /// Where a folder is in the list.
  package func index(of path: FilePath) -> Int? {
    folders.firstIndex { folder in
      folder.length == path.bytes.count && paths[folder.name].starts(with: path.bytes)
    }
  }

  package func reversed() -> FolderList {
    FolderList(paths: paths, start: start, folders: folders.reversed())
  }

  /// The folders whose names hold for a condition.
  package func filtered(_ isShown: (String) -> Bool) -> FolderList {
    FolderList(
      paths: paths, start: start,
      folders: folders.filter { folder in
        isShown(String(decoding: paths[folder.name][start..<folder.length], as: UTF8.self))
      })
  }
}

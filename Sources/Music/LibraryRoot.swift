/// A folder, or a file given by itself, that the library is made from.
package struct LibraryRoot: Equatable, Sendable {
  package var path: FilePath
  package var isFile: Bool
  /// Whether it was not there when it was looked for last.
  package var isOffline: Bool
  /// Missing tracks included.
  package var tracks: Int

  package init(path: FilePath, isFile: Bool = false, isOffline: Bool = false, tracks: Int) {
    self.path = path
    self.isFile = isFile
    self.isOffline = isOffline
    self.tracks = tracks
  }
}

/// What left the library with a root.
package struct RemovedRoot: Equatable, Sendable {
  package var path: FilePath
  package var tracks: Int
  /// Directories in playlists that its tracks had.
  package var entries: Int
  /// Whether the history keeps what brings it back.
  package var isUndoable: Bool

  package init(path: FilePath, tracks: Int, entries: Int, isUndoable: Bool = true) {
    self.path = path
    self.tracks = tracks
    self.entries = entries
    self.isUndoable = isUndoable
  }
}

/// A root of the library: a folder, or a single file.
package struct LibraryRoot: Equatable, Sendable {
  package var path: FilePath
  package var isFile: Bool
  /// Whether it was absent at the last check.
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

/// The result of removing a root.
package struct RemovedRoot: Equatable, Sendable {
  package var path: FilePath
  package var tracks: Int
  /// The entries in playlists of its tracks.
  package var entries: Int
  /// Whether the history can restore it.
  package var isUndoable: Bool

  package init(path: FilePath, tracks: Int, entries: Int, isUndoable: Bool = true) {
    self.path = path
    self.tracks = tracks
    self.entries = entries
    self.isUndoable = isUndoable
  }
}

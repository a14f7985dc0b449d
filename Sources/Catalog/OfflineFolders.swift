package import Music

/// Where the tracks are that are not there now and have not gone either.
package struct OfflineFolders: Equatable, Sendable {
  /// The library's numbers of roots.
  package var roots: Set<Int64>
  package var folders: Set<FilePath>

  package init(roots: Set<Int64> = [], folders: Set<FilePath> = []) {
    self.roots = roots
    self.folders = folders
  }
}

package import Music

/// Roots and folders whose tracks are offline: absent now, but not missing.
package struct OfflineFolders: Equatable, Sendable {
  /// The library's ids of roots.
  package var roots: Set<Int64>
  package var folders: Set<FilePath>

  package init(roots: Set<Int64> = [], folders: Set<FilePath> = []) {
    self.roots = roots
    self.folders = folders
  }
}

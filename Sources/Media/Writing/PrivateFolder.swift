import Glibc
package import Music

/// Folders of caches, for the user alone.
package enum PrivateFolder {
  /// Makes a folder and the two above it; false if it cannot be used: a link, or of another user.
  package static func make(_ path: FilePath) -> Bool {
    for folder in [path.parent?.parent, path.parent, path] {
      guard let folder else { continue }
      folder.withCString { _ = mkdir($0, 0o700) }
    }
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
      && status.st_uid == geteuid()
  }
}

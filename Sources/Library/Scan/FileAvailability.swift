import Glibc
internal import GRDB
internal import Music

/// Tells a file that is gone from one whose file system is not there.
///
/// Remembers what it was told of folders: to be made anew for each transaction.
struct FileAvailability {
  private struct Root {
    var path: FilePath
    var isFile: Bool
  }

  private let roots: [Int64: Root]
  /// Folders in which a file system began when they were seen last.
  private let mounts: [FilePath]
  private var isThere: [FilePath: Bool] = [:]

  init(_ db: Database) throws {
    var roots: [Int64: Root] = [:]
    for target in try ScanTarget.all(db) {
      roots[target.root] = Root(path: target.path, isFile: target.isFile)
    }
    self.roots = roots
    mounts = try Row.fetchAll(db, sql: "SELECT path FROM folders WHERE is_mount")
      .map { try TrackRow.path($0, 0) }
  }

  /// Whether there certainly is no such file any more.
  mutating func isGone(_ path: FilePath, root: Int64?) -> Bool {
    guard FileAvailability.isAbsent(path) else { return false }
    if let root = root.flatMap({ roots[$0] }) {
      // With its folder gone the file system may be, too.
      let folder = root.isFile ? root.path.parent ?? root.path : root.path
      guard isListable(folder) else { return false }
    }
    for mount in mounts where path.isInside(mount) {
      guard isMounted(mount) else { return false }
    }
    return true
  }

  private mutating func isListable(_ folder: FilePath) -> Bool {
    if let known = isThere[folder] { return known }
    let stream = folder.withCString { opendir($0) }
    stream.map { _ = closedir($0) }
    isThere[folder] = stream != nil
    return stream != nil
  }

  private mutating func isMounted(_ folder: FilePath) -> Bool {
    if let known = isThere[folder], !known { return false }
    let result = FolderDevice.isMount(folder) ?? false
    isThere[folder] = result
    return result
  }

  /// Whether the system says that there is nothing at a path, rather than that it cannot tell.
  static func isAbsent(_ path: FilePath) -> Bool {
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) != 0 else { return false }
    return errno == ENOENT || errno == ENOTDIR
  }
}

/// On which file system a folder lies.
enum FolderDevice {
  /// Whether another file system begins at a folder; nil when that cannot be told.
  static func isMount(_ folder: FilePath) -> Bool? {
    guard let inner = device(folder), let outer = device(folder.appending("..")) else { return nil }
    return inner != outer
  }

  static func device(_ folder: FilePath) -> UInt64? {
    var status = stat()
    guard folder.withCString({ stat($0, &status) }) == 0 else { return nil }
    return UInt64(status.st_dev)
  }
}

import Glibc
internal import GRDB
internal import Music

/// Distinguishes a deleted file from one whose file system is absent.
///
/// Caches facts about folders: to be created anew for each transaction.
struct FileAvailability {
  private struct Root {
    var path: FilePath
    var isFile: Bool
  }

  private let roots: [Int64: Root]
  /// Folders that were mount points when last seen.
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

  /// Whether the file has certainly been deleted.
  mutating func isGone(_ path: FilePath, root: Int64?) -> Bool {
    guard FileAvailability.isAbsent(path) else { return false }
    if let root = root.flatMap({ roots[$0] }) {
      // Without its folder the file system may be absent, too.
      let folder = root.isFile ? root.path.parent ?? root.path : root.path
      guard isListable(folder) else { return false }
    }
    for mount in mounts where path.isInside(mount) {
      guard isMounted(mount) else { return false }
    }
    return true
  }

  /// The root or mount point around a path that is not there at present. Its file system would hide
  /// files written below it now.
  mutating func absentFolder(of path: FilePath, _ db: Database) throws -> FilePath? {
    for (id, root) in roots where !root.isFile && path.isInside(root.path) {
      guard isListable(root.path) else { return root.path }
      guard FileAvailability.isEmpty(root.path) else { continue }
      let hasTracks = try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM tracks WHERE root = ? AND NOT missing)",
        arguments: [id])
      if hasTracks == true { return root.path }
    }
    for mount in mounts where path.isInside(mount) {
      guard isMounted(mount) else { return mount }
    }
    return nil
  }

  private static func isEmpty(_ folder: FilePath) -> Bool {
    guard let stream = folder.withCString({ opendir($0) }) else { return true }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        Array(bytes.prefix { $0 != 0 })
      }
      // Some file systems of FUSE list neither.
      if name != [UInt8](".".utf8), name != [UInt8]("..".utf8) { return false }
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

  /// Whether the system reports that a path does not exist, rather than that it cannot tell.
  static func isAbsent(_ path: FilePath) -> Bool {
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) != 0 else { return false }
    return SystemError(code: errno).isAbsence
  }
}

/// The file system of a folder.
enum FolderDevice {
  /// Whether a folder is a mount point; nil when unknown.
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

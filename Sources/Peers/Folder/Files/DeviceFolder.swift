internal import CLinux
import Glibc
import Music
import Sync

/// The root folder of a device, held open. Used by one thread at a time.
///
/// Everything happens below its descriptor, and no link is followed there. What was unplugged and
/// mounted over is noticed by `check`: nothing is ever written to the disk below a mount point.
final class DeviceFolder {
  let path: FilePath
  let descriptor: Int32
  private let device: dev_t
  private let node: ino_t
  /// Whether openat2(2) is left aside, for tests.
  private let opensByComponent: Bool

  init(_ path: FilePath, opensByComponent: Bool = false) throws(PeerError) {
    self.path = path
    self.opensByComponent = opensByComponent
    descriptor = path.withCString { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw errno == ENOENT ? .gone : .reading(path, errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let code = errno
      close(descriptor)
      throw .reading(path, code)
    }
    (device, node) = (status.st_dev, status.st_ino)
  }

  deinit { close(descriptor) }

  /// Whether the path of the device still leads to this folder.
  var isInPlace: Bool {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 && status.st_dev == device
      && status.st_ino == node
  }

  var deviceNumber: dev_t { device }

  // MARK: Below the root

  /// Opens a file or folder by a path relative to the root.
  func open(_ path: FilePath, _ flags: Int32, mode: UInt32 = 0o666) throws(SystemFault) -> Int32 {
    let opened = path.withCString { name in
      opensByComponent
        ? tritone_open_by_component(descriptor, name, flags | O_NOCTTY, mode)
        : tritone_open_beneath(descriptor, name, flags | O_NOCTTY, mode)
    }
    guard opened >= 0 else { throw SystemFault(code: errno) }
    return opened
  }

  func openFolder(_ path: FilePath) throws(SystemFault) -> Int32 {
    try open(path, O_RDONLY | O_DIRECTORY)
  }

  /// Runs a body with the folder of a path and the name in it.
  func inFolder<Value>(
    of path: FilePath, _ body: (Int32, [CChar]) throws(SystemFault) -> Value
  ) throws(SystemFault) -> Value {
    let folder = path.parent.map { $0 } ?? FilePath(".")
    let opened = try openFolder(folder)
    defer { close(opened) }
    return try body(opened, path.lastName.map(CChar.init(bitPattern:)) + [0])
  }

  /// The state of a file or folder, or of a link itself; nil where there is none.
  func status(_ path: FilePath) throws(SystemFault) -> stat? {
    do throws(SystemFault) {
      return try inFolder(of: path) { (folder, name) throws(SystemFault) in
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
          throw SystemFault(code: errno)
        }
        return status
      }
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return nil }
      throw error
    }
  }

  func isFolder(_ path: FilePath) throws(SystemFault) -> Bool {
    try status(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  func makeFolder(_ path: FilePath) throws(SystemFault) {
    try inFolder(of: path) { (folder, name) throws(SystemFault) in
      guard mkdirat(folder, name, 0o777) == 0 || errno == EEXIST else {
        throw SystemFault(code: errno)
      }
    }
  }

  func unlink(_ path: FilePath) throws(SystemFault) {
    try inFolder(of: path) { (folder, name) throws(SystemFault) in
      guard unlinkat(folder, name, 0) == 0 else { throw SystemFault(code: errno) }
    }
  }

  /// Removes a folder and those above it, while they are empty.
  func removeEmptyFolders(from path: FilePath?, upTo top: FilePath) {
    var path = path
    while let folder = path, folder != top, folder.isInside(top) {
      do throws(SystemFault) {
        try inFolder(of: folder) { (parent, name) throws(SystemFault) in
          guard unlinkat(parent, name, AT_REMOVEDIR) == 0 else { throw SystemFault(code: errno) }
        }
      } catch { return }
      path = folder.parent
    }
  }

  /// The names in a folder, without `.` and `..`, at most so many.
  func names(in path: FilePath, atMost limit: Int) throws(SystemFault) -> [[UInt8]] {
    let opened = try openFolder(path)
    guard let stream = fdopendir(opened) else {
      let code = errno
      close(opened)
      throw SystemFault(code: code)
    }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while names.count < limit {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw SystemFault(code: errno) }
        break
      }
      let name = entry.nameBytes
      if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
    }
    return names
  }
}

extension UnsafeMutablePointer<dirent> {
  var nameBytes: [UInt8] {
    withUnsafeBytes(of: &pointee.d_name) { Array($0.prefix { $0 != 0 }) }
  }
}

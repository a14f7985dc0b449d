internal import Glibc
package import Music

/// The folder of the log, for its owner alone.
package struct LogFolder: Sendable {
  package let path: FilePath

  /// The files of the log; the last one is the oldest.
  static let count = 5

  package init(_ path: FilePath) { self.path = path }

  /// The file that is written to.
  package var file: FilePath { path.appending(LogFolder.name(0)) }

  static func name(_ index: Int) -> String { index == 0 ? "log" : "log.\(index)" }

  /// Opens the folder.
  ///
  /// - Parameter makes: whether it is made where it is missing, its parents too.
  func open(makes: Bool) throws(LogFault) -> Int32 {
    if makes { try make(path) }
    let descriptor = path.withCString {
      Glibc.open($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }
    guard descriptor >= 0 else { throw obstacle(errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid() else {
      close(descriptor)
      throw .ofAnotherUser(path)
    }
    if makes, status.st_mode & 0o077 != 0 { fchmod(descriptor, 0o700) }
    return descriptor
  }

  /// Opens one of its files; regular ones only.
  func open(_ name: String, _ flags: Int32, in folder: Int32) throws(LogFault) -> Int32 {
    // Opening a FIFO does not wait.
    let descriptor = openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    let code = errno
    let file = path.appending(name)
    guard descriptor >= 0 else {
      switch code {
      case ELOOP: throw .link(file)
      case EISDIR, ENXIO: throw .notAFile(file)
      default: throw .file(file, code: code)
      }
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .notAFile(file)
    }
    guard status.st_uid == geteuid() else {
      close(descriptor)
      throw .ofAnotherUser(file)
    }
    if flags & O_ACCMODE != O_RDONLY, status.st_mode & 0o077 != 0 { fchmod(descriptor, 0o600) }
    return descriptor
  }

  /// Makes the folder where it is missing.
  package func make() throws(LogFault) { close(try open(makes: true)) }

  /// A folder right below the root of the file system is left missing: accounts of services have
  /// a home there that does not exist on purpose.
  private func make(_ path: FilePath) throws(LogFault) {
    var status = stat()
    if path.withCString({ lstat($0, &status) }) == 0 { return }
    guard let parent = path.parent, parent != FilePath("/") else {
      throw .folder(path, code: ENOENT)
    }
    try make(parent)
    guard path.withCString({ mkdir($0, 0o700) }) == 0 || errno == EEXIST else {
      throw .folder(path, code: errno)
    }
  }

  private func obstacle(_ code: Int32) -> LogFault {
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) == 0 else { return .folder(path, code: code) }
    switch status.st_mode & S_IFMT {
    case S_IFLNK: return .link(path)
    case S_IFDIR: return .folder(path, code: code)
    default: return .notAFolder(path)
    }
  }
}

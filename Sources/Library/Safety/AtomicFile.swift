import Glibc
internal import Media
package import Music

/// Writes files atomically: under another name in the same folder, synced, and renamed.
package enum AtomicFile {
  /// How an existing link is treated.
  package enum Links: Sendable {
    /// The link stays, and its target is replaced.
    case followed
    /// Neither a link nor anything else that is no plain file is touched. For unrequested writes to
    /// folders that others write to.
    case refused
  }

  /// - Parameter replaces: whether an existing file may be replaced.
  /// - Parameter mayReplace: asked last, when the new bytes are on the disk; false leaves the file
  ///   as it is, and throws `.fileExists`.
  /// - Throws: `.fileExists`, `.notPlain`, `.unwritable` or `.diskFull`, with nothing left behind.
  package static func write(
    _ bytes: [UInt8], to path: FilePath, replaces: Bool, links: Links = .followed,
    if mayReplace: () -> Bool = { true }
  ) throws(LibraryError) {
    let target = try target(of: path, links)
    var status = stat()
    let isThere = target.withCString { lstat($0, &status) } == 0
    if isThere, status.st_mode & S_IFMT == S_IFDIR { throw .unwritable(path, code: EISDIR) }
    if isThere, !replaces { throw .fileExists(path) }
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      guard case .followed = links else { throw .notPlain(path) }
      // A pipe or a device is written to, not replaced.
      return try fill(target, bytes)
    }
    do throws(FileFault) {
      // Nobody else would remove a killed run's leftovers there.
      let file = try NewFile(for: target, removesLeftovers: links == .refused)
      try file.write(bytes)
      if isThere { try keepRights(status, of: file) }
      try file.publish(replaces: replaces, if: mayReplace)
    } catch {
      throw error.code == EEXIST ? .fileExists(path) : failure(error.code, target)
    }
  }

  /// Preserves restricted permissions.
  private static func keepRights(_ status: stat, of file: NewFile) throws(FileFault) {
    var mode = status.st_mode & 0o777
    if fchown(file.descriptor, status.st_uid, status.st_gid) != 0 {
      // Write permissions that another owner granted do not carry over.
      if status.st_uid != geteuid() { mode &= ~0o022 }
      // Nor do those of another group.
      if fchown(file.descriptor, uid_t.max, status.st_gid) != 0 { mode &= ~0o070 }
    }
    guard fchmod(file.descriptor, mode) != 0 else { return }
    // A file system with forced ownership and permissions had them before, too.
    let code = errno
    var made = stat()
    guard fstat(file.descriptor, &made) == 0, made.st_mode & 0o777 & ~status.st_mode == 0 else {
      throw FileFault(code: code)
    }
  }

  /// The final path of the file.
  private static func target(of path: FilePath, _ links: Links) throws(LibraryError) -> FilePath {
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFLNK else {
      return path
    }
    switch links {
    case .refused: throw .notPlain(path)
    case .followed:
      // As the kernel has it for world-writable folders: other users' links are not followed.
      guard [geteuid(), 0].contains(status.st_uid) else { throw .unwritable(path, code: EACCES) }
      guard let target = path.resolved else { throw .unwritable(path, code: ENOENT) }
      return target
    }
  }

  private static func fill(_ path: FilePath, _ bytes: [UInt8]) throws(LibraryError) {
    // Opening a pipe without a reader would block for ever.
    let file = path.withCString { open($0, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) }
    guard file >= 0 else { throw failure(errno, path) }
    defer { close(file) }
    guard fcntl(file, F_SETFL, O_WRONLY) == 0 else { throw failure(errno, path) }
    var done = 0
    while done < bytes.count {
      let step = bytes.withUnsafeBytes { buffer in
        Glibc.write(file, buffer.baseAddress?.advanced(by: done), buffer.count - done)
      }
      guard step >= 0 || errno == EINTR else { throw failure(errno, path) }
      done += max(0, step)
    }
  }

  private static func failure(_ code: Int32, _ path: FilePath) -> LibraryError {
    code == ENOSPC || code == EDQUOT ? .diskFull(path) : .unwritable(path, code: code)
  }
}

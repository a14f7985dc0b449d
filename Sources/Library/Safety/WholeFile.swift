import Glibc
package import Music

/// Writes files that are there as a whole or not at all: under another name beside their place,
/// synced, and renamed.
package enum WholeFile {
  /// - Parameter replaces: whether a file that is there may be exchanged; a link stays one, and
  ///   what it leads to is exchanged.
  /// - Throws: `.fileExists`, `.unwritable` or `.diskFull`, with nothing left behind.
  package static func write(_ bytes: [UInt8], to path: FilePath, replaces: Bool)
    throws(LibraryError)
  {
    var status = stat()
    let isThere = path.withCString { stat($0, &status) } == 0
    if isThere, status.st_mode & S_IFMT == S_IFDIR { throw .unwritable(path, code: EISDIR) }
    if isThere, !replaces { throw .fileExists(path) }
    // A pipe or a device is written to, not exchanged.
    let isSpecial = isThere && status.st_mode & S_IFMT != S_IFREG
    let target = isThere ? path.resolved ?? path : path
    guard !isSpecial else { return try fill(target, bytes, flags: O_WRONLY) }
    let part = FilePath(
      bytes: target.bytes + Array(".\(getpid())-\(UInt32.random(in: 0 ... .max))~".utf8))
    do {
      try fill(part, bytes, flags: O_WRONLY | O_CREAT | O_EXCL)
      // What was readable by some only stays so.
      if isThere { _ = part.withCString { chmod($0, status.st_mode & 0o777) } }
      if replaces {
        try rename(part, to: target)
      } else {
        try link(part, as: target)
      }
    } catch {
      DiskFile.remove(part)
      throw error
    }
    // The name is there; that some file system cannot promise it for good is no failure.
    if let folder = target.parent {
      do { try DiskFile.sync(folder) } catch { return }
    }
  }

  private static func fill(_ path: FilePath, _ bytes: [UInt8], flags: Int32)
    throws(LibraryError)
  {
    let file = path.withCString { open($0, flags | O_CLOEXEC, 0o666) }
    guard file >= 0 else { throw failure(errno, path) }
    defer { close(file) }
    var done = 0
    while done < bytes.count {
      let step = bytes.withUnsafeBytes { buffer in
        // because there are bytes left, the buffer has an address.
        Glibc.write(file, buffer.baseAddress! + done, buffer.count - done)
      }
      guard step >= 0 || errno == EINTR else { throw failure(errno, path) }
      done += max(0, step)
    }
    guard fsync(file) == 0 || errno == EINVAL || errno == EROFS else { throw failure(errno, path) }
  }

  private static func rename(_ old: FilePath, to new: FilePath) throws(LibraryError) {
    let code = old.withCString { old in new.withCString { Glibc.rename(old, $0) } }
    guard code == 0 else { throw failure(errno, new) }
  }

  /// Gives the file its name unless another one has got it meanwhile.
  private static func link(_ old: FilePath, as new: FilePath) throws(LibraryError) {
    let code = old.withCString { old in new.withCString { Glibc.link(old, $0) } }
    if code == 0 { return DiskFile.remove(old) }
    switch errno {
    case EEXIST: throw .fileExists(new)
    // A file system without second names.
    case EPERM, EOPNOTSUPP, ENOSYS, EMLINK:
      guard !DiskFile.exists(new) else { throw .fileExists(new) }
      try rename(old, to: new)
    default: throw failure(errno, new)
    }
  }

  private static func failure(_ code: Int32, _ path: FilePath) -> LibraryError {
    code == ENOSPC || code == EDQUOT ? .diskFull(path) : .unwritable(path, code: code)
  }
}

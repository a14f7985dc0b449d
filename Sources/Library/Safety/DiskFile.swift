import Glibc
internal import Music

/// Operations on whole files, with the library's errors.
enum DiskFile {
  static func exists(_ path: FilePath) -> Bool { path.withCString { access($0, F_OK) } == 0 }

  /// Bytes; nil for a missing path or one that is no file.
  static func size(_ path: FilePath) -> Int64? {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return Int64(status.st_size)
  }

  /// Free bytes for us on the file system of an existing path; nil when unknown.
  static func freeBytes(at path: FilePath) -> Int64? {
    var status = statvfs()
    guard path.withCString({ statvfs($0, &status) }) == 0, status.f_frsize > 0 else { return nil }
    let (bytes, isTooMuch) = UInt64(status.f_bavail)
      .multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return isTooMuch ? .max : Int64(clamping: bytes)
  }

  /// Syncs a file, or the entries of a folder, to the disk.
  static func sync(_ path: FilePath) throws(LibraryError) {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw failure(errno, path) }
    defer { close(descriptor) }
    // Some file systems cannot sync a folder, and say so with EINVAL.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure(errno, path) }
  }

  static func remove(_ path: FilePath) { _ = path.withCString { unlink($0) } }

  static func rename(_ old: FilePath, to new: FilePath) throws(LibraryError) {
    let code = old.withCString { old in new.withCString { Glibc.rename(old, $0) } }
    guard code == 0 else { throw failure(errno, new) }
  }

  /// Hard-links a file to a new name, so that the old name always has a file; renames it where the
  /// file system has no hard links.
  static func name(_ old: FilePath, also new: FilePath) throws(LibraryError) {
    let code = old.withCString { old in new.withCString { link(old, $0) } }
    if code == 0 { return }
    guard errno == EPERM || errno == EOPNOTSUPP || errno == EMLINK || errno == ENOSYS else {
      throw failure(errno, new)
    }
    try rename(old, to: new)
  }

  /// Copies a file to a new one and syncs it.
  static func copy(_ source: FilePath, to target: FilePath) throws(LibraryError) {
    let input = source.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard input >= 0 else { throw failure(errno, source) }
    defer { close(input) }
    let output = target.withCString {
      open($0, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, PrivateFiles.file)
    }
    guard output >= 0 else { throw failure(errno, target) }
    defer { close(output) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(input, &buffer, buffer.count)
      guard count >= 0 else {
        if errno == EINTR { continue }
        throw failure(errno, source)
      }
      if count == 0 { break }
      var written = 0
      while written < count {
        let step = buffer.withUnsafeBytes {
          write(output, $0.baseAddress?.advanced(by: written), count - written)
        }
        guard step >= 0 || errno == EINTR else { throw failure(errno, target) }
        written += max(0, step)
      }
    }
    guard fsync(output) == 0 else { throw failure(errno, target) }
  }

  static func makeFolder(_ path: FilePath) throws(LibraryError) {
    guard path.withCString({ mkdir($0, PrivateFiles.folder) }) == 0 || errno == EEXIST else {
      throw failure(errno, path)
    }
  }

  static func failure(_ code: Int32, _ path: FilePath) -> LibraryError {
    switch code {
    case ENOSPC, EDQUOT: .diskFull(path)
    case EROFS, EACCES, EPERM: .readOnly(path)
    default: .failed(path, reason: systemText(code))
    }
  }
}

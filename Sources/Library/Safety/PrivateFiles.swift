import Glibc
package import Music

/// Creates files and folders for their owner alone, whatever the process's umask allows. A library
/// holds paths, notes and plays; and who may read it can hold a lock on it for as long as they
/// like.
package enum PrivateFiles {
  static let file: mode_t = 0o600
  static let folder: mode_t = 0o700

  /// Creates an empty file where there is none, before SQLite creates one that others may read; its
  /// log and index copy the permissions.
  static func make(_ path: FilePath) {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = path.withCString { open($0, flags, file) }
    // An obstacle is reported by the next opening.
    if descriptor >= 0 { Glibc.close(descriptor) }
  }

  /// Creates a folder and its parents; 0, or the errno.
  package static func makeFolders(_ path: FilePath) -> Int32 {
    if DiskFile.exists(path) { return 0 }
    if let parent = path.parent, parent != path {
      let code = makeFolders(parent)
      guard code == 0 else { return code }
    }
    return path.withCString { mkdir($0, folder) } == 0 || errno == EEXIST ? 0 : errno
  }

  /// Removes others' permissions from a folder of ours and its files, as older versions created
  /// them. Links and files of other owners are left alone.
  static func close(_ path: FilePath) {
    narrow(path, S_IFDIR)
    guard let stream = path.withCString({ opendir($0) }) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        Array(bytes.prefix { $0 != 0 })
      }
      narrow(path.appending(name), S_IFREG)
    }
  }

  /// By path: opening and closing a database's file would release the locks that this process may
  /// have on it.
  private static func narrow(_ path: FilePath, _ kind: mode_t) {
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == kind,
      status.st_uid == geteuid(), status.st_mode & 0o077 != 0
    else { return }
    _ = path.withCString { chmod($0, status.st_mode & 0o700) }
  }
}

import Glibc
internal import Music

/// How files and folders of ours are made: for their owner alone, whatever the process's umask lets
/// others do. A library holds paths, notes and what was heard; and who may read it can hold a lock on
/// it for as long as they like.
enum PrivateFiles {
  static let file: mode_t = 0o600
  static let folder: mode_t = 0o700

  /// Makes an empty file where there is none, before SQLite makes one that others may read; its log
  /// and index take after it.
  static func make(_ path: FilePath) {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = path.withCString { open($0, flags, file) }
    // What is in the way is found by whoever opens it next.
    if descriptor >= 0 { Glibc.close(descriptor) }
  }

  /// Makes a folder, and those above it, where there are none; 0, or the errno.
  static func makeFolders(_ path: FilePath) -> Int32 {
    if DiskFile.exists(path) { return 0 }
    if let parent = path.parent, parent != path {
      let code = makeFolders(parent)
      guard code == 0 else { return code }
    }
    return path.withCString { mkdir($0, folder) } == 0 || errno == EEXIST ? 0 : errno
  }

  /// Takes the rights of others away from a folder of ours and the files in it, as older versions
  /// made them. Links are left alone, and what somebody else owns.
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

  /// By its name: to open and close a database's file would let go of the locks that this process
  /// may have on it.
  private static func narrow(_ path: FilePath, _ kind: mode_t) {
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == kind,
      status.st_uid == geteuid(), status.st_mode & 0o077 != 0
    else { return }
    _ = path.withCString { chmod($0, status.st_mode & 0o700) }
  }
}

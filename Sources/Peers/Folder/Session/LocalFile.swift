internal import CLinux
import Glibc
import Music
import Sync

/// A new file here, under a hidden name until it is whole; gone with its last reference unless it
/// was published.
final class LocalFile {
  let descriptor: Int32
  private let target: FilePath
  private let hidden: FilePath
  private var isPublished = false

  init(beside target: FilePath) throws(PeerError) {
    self.target = target
    let name = ".tritone-new-" + String(UInt64.random(in: 0 ... .max), radix: 16)
    hidden = target.parent.map { $0.appending(name) } ?? FilePath(name)
    descriptor = hidden.withCString {
      open($0, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else { throw .unwritable(target, code: errno) }
  }

  deinit {
    if !isPublished { _ = hidden.withCString { unlink($0) } }
    close(descriptor)
  }

  /// Syncs the file and gives it its name.
  func publish(replaces: Bool = false) throws(PeerError) {
    guard fsync(descriptor) == 0 else { throw .unwritable(target, code: errno) }
    var code: Int32 = 0
    hidden.withCString { from in
      target.withCString { to in
        if !replaces { code = tritone_rename_to_free_name(AT_FDCWD, from, AT_FDCWD, to) }
        // Here a name is free by the library's word, where the system cannot see to it.
        if replaces || code == EINVAL || code == ENOSYS {
          let isTaken = !replaces && access(to, F_OK) == 0
          code = isTaken ? EEXIST : rename(from, to) == 0 ? 0 : errno
        }
      }
    }
    guard code == 0 else {
      throw code == EEXIST ? .exists(target) : .unwritable(target, code: code)
    }
    isPublished = true
    // FAT writes where a renamed file begins only with that file.
    fsync(descriptor)
    LocalFile.syncFolder(of: target)
  }

  static func syncFolder(of path: FilePath) {
    let folder = (path.parent ?? FilePath(".")).withCString {
      open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// Makes a folder and those above it.
  static func makeFolders(_ path: FilePath?, mode: mode_t = 0o777) throws(PeerError) {
    guard let path else { return }
    if path.withCString({ mkdir($0, mode) }) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let parent = path.parent else {
      throw .unwritable(path, code: errno)
    }
    try makeFolders(parent, mode: mode)
    guard path.withCString({ mkdir($0, mode) }) == 0 || errno == EEXIST else {
      throw .unwritable(path, code: errno)
    }
  }
}

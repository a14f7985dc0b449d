// A file written under a hidden name until it is complete, then renamed. Follows no link: the
// folder is opened once, and everything else happens in it.
internal import CLinux
import Glibc
package import Music

/// The system's error for a file that cannot be written.
package struct FileFault: Error, Equatable, Sendable {
  /// An errno.
  package let code: Int32

  package init(code: Int32) { self.code = code }
}

/// A new hidden file; deleted with its last reference unless published.
package final class NewFile {
  package let descriptor: Int32
  private let folder: Int32
  /// The folder of the temporary name; mostly the same.
  private let hiding: Int32
  private let name: [CChar]
  private let temporary: [CChar]
  private var isPublished = false

  private static let prefix = ".tritone-new-"
  private static let maximumAttempts = 100

  /// - Parameters:
  ///   - hidingFolder: the folder of the temporary name, on the same file system; nil for that of
  ///     the file.
  ///   - removesLeftovers: whether files left in that folder by killed runs are removed.
  package init(
    for path: FilePath, hiddenIn hidingFolder: FilePath? = nil, removesLeftovers: Bool = false
  ) throws(FileFault) {
    let slash = path.bytes.lastIndex(of: UInt8(ascii: "/"))
    let parent = slash.map { $0 == 0 ? FilePath("/") : FilePath(bytes: Array(path.bytes[..<$0])) }
    name = path.bytes[(slash.map { $0 + 1 } ?? 0)...].map(CChar.init(bitPattern:)) + [0]
    folder = (parent ?? FilePath(".")).withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard folder >= 0 else { throw FileFault(code: errno) }
    hiding =
      hidingFolder?.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
      ?? fcntl(folder, F_DUPFD_CLOEXEC, 0)
    guard hiding >= 0 else {
      let code = errno
      close(folder)
      throw FileFault(code: code)
    }
    if removesLeftovers { Self.removeLeftovers(hiding) }
    do throws(FileFault) {
      (descriptor, temporary) = try Self.create(in: hiding)
    } catch {
      close(hiding)
      close(folder)
      throw error
    }
  }

  deinit {
    if !isPublished { unlinkat(hiding, temporary, 0) }
    close(descriptor)
    close(hiding)
    close(folder)
  }

  private static func create(in folder: Int32) throws(FileFault) -> (Int32, [CChar]) {
    for _ in 0..<maximumAttempts {
      let number = String(UInt64.random(in: 0 ... .max), radix: 16)
      let name = Array((prefix + number).utf8CString)
      let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let descriptor = openat(folder, name, flags, 0o666)
      guard descriptor >= 0 else {
        if errno == EEXIST || errno == EINTR { continue }
        throw FileFault(code: errno)
      }
      // Held until it is closed, so that another run knows that this is no leftover. If another run
      // holds the lock already, it is about to remove the file, or has. A file system without locks
      // goes without.
      let isHeldByOther = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
      var status = stat()
      if !isHeldByOther, fstat(descriptor, &status) == 0, status.st_nlink > 0 {
        return (descriptor, name)
      }
      unlinkat(folder, name, 0)
      close(descriptor)
    }
    throw FileFault(code: EAGAIN)
  }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(FileFault) {
    var done = 0
    while done < bytes.count {
      let step = Glibc.write(
        descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
      guard step >= 0 || errno == EINTR else { throw FileFault(code: errno) }
      done += max(0, step)
    }
  }

  package func write(_ bytes: [UInt8]) throws(FileFault) {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(FileFault) in try write(buffer) }
    }
    try result.get()
  }

  private func sync() throws(FileFault) {
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
      throw FileFault(code: errno)
    }
  }

  /// Syncs the file and gives it its name.
  ///
  /// - Parameter replaces: whether an existing file or link of that name is replaced.
  /// - Parameter mayPublish: asked last, after the sync.
  ///
  /// - Throws: `EEXIST` where the name is taken and not replaced, or the file may not be published.
  package func publish(
    replaces: Bool, if mayPublish: () -> Bool = { true }
  ) throws(FileFault) {
    // Before the rename, or a crash leaves an empty file in the place of the old one.
    try sync()
    // A network file system reports delayed write errors on closing a descriptor.
    let copy = dup(descriptor)
    guard copy >= 0, close(copy) == 0 || errno == EINTR else { throw FileFault(code: errno) }
    guard mayPublish() else { throw FileFault(code: EEXIST) }
    let isPublishedByLink = replaces ? false : try link()
    if !isPublishedByLink { try rename() }
    isPublished = true
    // The rename is done; failed syncs are no error. FAT writes where a renamed file begins only
    // with that file, so that it is synced before its folder.
    fsync(descriptor)
    fsync(folder)
  }

  /// False if the file system has no hard links and the name is free.
  private func link() throws(FileFault) -> Bool {
    if linkat(hiding, temporary, folder, name, 0) == 0 {
      unlinkat(hiding, temporary, 0)
      return true
    }
    let code = errno
    // No hard links, as on FAT.
    guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(code) else { throw FileFault(code: code) }
    let renaming = tritone_rename_to_free_name(hiding, temporary, folder, name)
    if renaming == 0 { return true }
    guard [EINVAL, ENOSYS].contains(renaming) else { throw FileFault(code: renaming) }
    var status = stat()
    guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0 else {
      throw FileFault(code: EEXIST)
    }
    return false
  }

  private func rename() throws(FileFault) {
    guard renameat(hiding, temporary, folder, name) == 0 else { throw FileFault(code: errno) }
  }

  /// Removes files left in a folder by killed runs, except for those of running ones.
  package static func removeLeftovers(in path: FilePath) {
    let folder = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard folder >= 0 else { return }
    removeLeftovers(folder)
    close(folder)
  }

  private static func removeLeftovers(_ folder: Int32) {
    let listed = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard listed >= 0, let stream = fdopendir(listed) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        Array($0.bindMemory(to: CChar.self).prefix { $0 != 0 }) + [0]
      }
      guard String(decoding: name.map(UInt8.init(bitPattern:)), as: UTF8.self).hasPrefix(prefix)
      else { continue }
      let file = openForLock(name, in: folder)
      guard file >= 0 else { continue }
      // A running writer holds the lock.
      if flock(file, LOCK_EX | LOCK_NB) == 0 { unlinkat(folder, name, 0) }
      close(file)
    }
  }

  /// Opens a file of unknown origin to lock it; below 0 on failure.
  static func openForLock(_ name: [CChar], in folder: Int32) -> Int32 {
    let flags = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    // NFS locks only what is open for writing.
    let file = openat(folder, name, O_RDWR | flags)
    return file >= 0 ? file : openat(folder, name, O_RDONLY | flags)
  }
}

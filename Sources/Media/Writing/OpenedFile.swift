internal import CLinux
import Glibc
internal import Music

/// A file whose tags are read: its descriptor, and its attributes at opening.
final class OpenedFile {
  let descriptor: Int32
  /// The real path, links resolved.
  let path: FilePath
  let isLinked: Bool
  let identity: Identity
  /// The permission bits; set-user-ID and its like are dropped.
  let mode: mode_t
  let owner: uid_t
  let group: gid_t
  /// The number of hard links.
  let names: Int
  private let accessed: timespec
  private let modified: timespec

  /// Identifies one version of a file.
  struct Identity: Equatable {
    var device: UInt64
    var node: UInt64
    var fileStamp: FileStamp
    /// Nanoseconds since 1970 of the last status change (ctime).
    var changed: Int64

    init(_ status: stat) {
      device = UInt64(status.st_dev)
      node = UInt64(status.st_ino)
      fileStamp = FileStamp(
        size: Int64(status.st_size), modified: Self.nanoseconds(status.st_mtim))
      changed = Self.nanoseconds(status.st_ctim)
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
      Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
  }

  init(_ given: FilePath) throws(TagWriteError) {
    guard let real = given.withCString({ realpath($0, nil) }) else {
      throw .unreadable(.unreadable(given, code: errno))
    }
    defer { free(real) }
    let path = FilePath(
      bytes: UnsafeBufferPointer(start: real, count: strlen(real)).map(UInt8.init(bitPattern:)))
    self.path = path
    var link = stat()
    isLinked = given.withCString { lstat($0, &link) } == 0 && link.st_mode & S_IFMT == S_IFLNK
    // O_NONBLOCK, or opening a pipe without a writer would wait for ever.
    descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard descriptor >= 0 else {
      throw .unreadable(errno == ENXIO ? .notAFile(given) : .unreadable(given, code: errno))
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let code = errno
      close(descriptor)
      throw .unreadable(.unreadable(given, code: code))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .unreadable(.notAFile(given))
    }
    identity = Identity(status)
    (mode, owner, group) = (status.st_mode & 0o777, status.st_uid, status.st_gid)
    names = Int(status.st_nlink)
    (accessed, modified) = (status.st_atim, status.st_mtim)
  }

  deinit { close(descriptor) }

  /// Access and modification time, for futimens(2).
  var times: [timespec] { [accessed, modified] }

  /// Whether the path still leads to this file, unchanged.
  var isAsItWas: Bool {
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0 && Identity(status) == identity
  }

  /// Bytes at an offset, fewer at the end of the file.
  func bytes(at offset: Int64, count: Int) throws(TagWriteError) -> [UInt8] {
    try Self.bytes(descriptor, at: offset, count: count)
  }

  static func bytes(_ descriptor: Int32, at offset: Int64, count: Int) throws(TagWriteError)
    -> [UInt8]
  {
    guard offset >= 0, count > 0 else { return [] }
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = pread(
          descriptor, buffer.baseAddress?.advanced(by: filled), count - filled,
          Int(offset) + filled)
        if got < 0, errno == EINTR { continue }
        if got < 0 { code = errno }
        if got <= 0 { return }
        filled += got
      }
    }
    guard code == 0 else { throw .unreadable(.unreadable(FilePath(""), code: code)) }
    return bytes
  }
}

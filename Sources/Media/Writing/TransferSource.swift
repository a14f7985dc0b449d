internal import CLinux
import Glibc
package import Music

/// A plain file in one state, by its path.
package struct TransferFile: Equatable, Sendable {
  package let path: FilePath
  let identity: OpenedFile.Identity

  init(_ path: FilePath, _ status: stat) {
    (self.path, identity) = (path, OpenedFile.Identity(status))
  }

  /// The file as it is now; nil for anything but a plain file.
  package init?(_ path: FilePath) {
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    self.init(path, status)
  }

  /// Whether the path still leads to this file, unchanged.
  package var isAsItWas: Bool { TransferFile(path) == self }

  /// Whether two states of one file have the same contents. A rename changes only the time of the
  /// status change.
  func hasContents(of other: TransferFile) -> Bool {
    let (ours, theirs) = (identity, other.identity)
    return ours.device == theirs.device && ours.node == theirs.node
      && ours.fileStamp == theirs.fileStamp
  }
}

/// How another file compares with a source.
package enum TransferComparison: Equatable, Sendable {
  /// The file is the source itself, by another name.
  case oneFile
  /// Byte for byte the same.
  case equal(TransferFile)
  case different
}

/// A file to be transferred: its descriptor, and its state when it was opened.
package final class TransferSource {
  package let path: FilePath
  let descriptor: Int32
  /// The file as it was when it was opened.
  package let file: TransferFile
  private let times: [timespec]
  private let mode: mode_t

  /// Opens a plain file; links are not followed, and no pipe is waited for.
  package init(_ path: FilePath) throws(TransferError) {
    self.path = path
    descriptor = path.withCString {
      open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW)
    }
    guard descriptor >= 0 else {
      throw errno == ELOOP || errno == ENXIO ? .notAFile : .unreadable(code: errno)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .notAFile
    }
    file = TransferFile(path, status)
    times = [status.st_atim, status.st_mtim]
    mode = status.st_mode & 0o777
  }

  deinit { close(descriptor) }

  private var size: Int64 { file.identity.fileStamp.size }

  /// Compares another file with this one.
  package func comparison(with other: FilePath, cancellation: Cancellation)
    throws(TransferError) -> TransferComparison
  {
    let opened = other.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW) }
    guard opened >= 0 else { return .different }
    defer { close(opened) }
    var status = stat()
    guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return .different
    }
    let copy = TransferFile(other, status)
    // The same file by another name is not a copy of itself.
    let (theirs, ours) = (copy.identity, file.identity)
    if theirs.node == ours.node, theirs.device == ours.device { return .oneFile }
    guard theirs.fileStamp.size == size, try matches(opened, cancellation) else {
      return .different
    }
    return .equal(copy)
  }

  /// Compares all bytes with those of an open file.
  func matches(_ file: Int32, _ cancellation: Cancellation) throws(TransferError) -> Bool {
    let step = 1 << 20
    var offset: Int64 = 0
    while true {
      if cancellation.isOver { throw .cancelled }
      let ours = try TransferSource.bytes(descriptor, at: offset, step)
      guard ours == (try TransferSource.bytes(file, at: offset, step)) else { return false }
      if ours.isEmpty { return offset == size }
      offset += Int64(ours.count)
    }
  }

  private static func bytes(_ file: Int32, at offset: Int64, _ count: Int)
    throws(TransferError) -> [UInt8]
  {
    do throws(TagWriteError) {
      return try OpenedFile.bytes(file, at: offset, count: count)
    } catch {
      if case .unreadable(.unreadable(_, let code)) = error { throw .unreadable(code: code) }
      throw .unreadable(code: EIO)
    }
  }

  func copy(into file: NewFile, _ cancellation: Cancellation) throws(TransferError) {
    let step: Int64 = 8 << 20
    var offset: Int64 = 0
    while offset < size {
      if cancellation.isOver { throw .cancelled }
      let count = Int(min(step, size - offset))
      let copied = tritone_copy_range(descriptor, offset, file.descriptor, offset, count)
      let code = errno
      if copied == TRITONE_COPY_UNREADABLE { throw .unreadable(code: code) }
      guard copied >= 0 else { throw .unwritable(code: code) }
      guard copied > 0 else { throw .changedMeanwhile }
      offset += Int64(copied)
    }
    // Attributes that the file system does not take are no reason to leave the file behind.
    _ = tritone_copy_attributes(descriptor, file.descriptor)
    // A private file stays private, and its owner can read and change it.
    var made = stat()
    if fstat(file.descriptor, &made) == 0 {
      _ = fchmod(file.descriptor, made.st_mode & (mode | 0o600))
    }
    // The time of the change stays, so that sorting by date does not change.
    _ = futimens(file.descriptor, times)
    guard fsync(file.descriptor) == 0 || errno == EINVAL else { throw .unwritable(code: errno) }
    // Read back from the disk, not from memory, where the system allows it.
    posix_fadvise(file.descriptor, 0, 0, POSIX_FADV_DONTNEED)
    let isSame = try matches(file.descriptor, cancellation)
    guard self.file.isAsItWas else { throw .changedMeanwhile }
    guard isSame else { throw .differs }
  }
}

// Copies or moves one file to a free name. A copy is written under a hidden name, synced, compared
// with its source byte for byte, and only then named; nothing is ever replaced.
internal import CLinux
import Glibc
package import Music

/// Why a file was not transferred; its source is unchanged in every case.
package enum TransferError: Error, Equatable, Sendable {
  /// `code` is an errno.
  case unreadable(code: Int32)
  case notAFile
  /// Another program changed the source meanwhile.
  case changedMeanwhile
  /// The name is taken.
  case exists
  /// `code` is an errno.
  case unwritable(code: Int32)
  /// What was read back is not what was written.
  case differs
  case cancelled

  /// The reason in a few words, without the file's name.
  package var reason: String {
    switch self {
    case .unreadable(let code): MediaError.unreadable(FilePath(""), code: code).reason
    case .notAFile: "a link, a pipe or a device"
    case .changedMeanwhile: "another program changed it meanwhile"
    case .exists: "a file of that name is there"
    case .unwritable(let code): MediaError.unwritable(FilePath(""), code: code).reason
    case .differs: "the copy differs from its original: the disk may be failing"
    case .cancelled: "stopped"
    }
  }
}

/// A file to be transferred: its descriptor, and its state when it was opened.
package final class TransferSource {
  package let path: FilePath
  let descriptor: Int32
  private let identity: OpenedFile.Identity
  private let times: [timespec]

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
    identity = OpenedFile.Identity(status)
    times = [status.st_atim, status.st_mtim]
  }

  deinit { close(descriptor) }

  package var size: Int64 { identity.fileStamp.size }

  /// Whether the path still leads to this file, unchanged.
  package var isAsItWas: Bool {
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0
      && OpenedFile.Identity(status) == identity
  }

  /// Whether another file has the same bytes.
  package func hasSameContents(as other: FilePath, cancellation: Cancellation)
    throws(TransferError) -> Bool
  {
    let file = other.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW) }
    guard file >= 0 else { return false }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      Int64(status.st_size) == size
    else { return false }
    // The same file by another name is not a copy of itself.
    guard
      OpenedFile.Identity(status).node != identity.node
        || OpenedFile.Identity(status).device != identity.device
    else { return false }
    return try matches(file, cancellation)
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

  fileprivate func copy(into file: NewFile, _ cancellation: Cancellation) throws(TransferError) {
    let step: Int64 = 8 << 20
    var offset: Int64 = 0
    while offset < size {
      if cancellation.isOver { throw .cancelled }
      let count = Int(min(step, size - offset))
      let copied = tritone_copy_range(descriptor, offset, file.descriptor, offset, count)
      guard copied >= 0 else { throw .unwritable(code: errno) }
      guard copied > 0 else { throw .changedMeanwhile }
      offset += Int64(copied)
    }
    // The time of the change stays, so that sorting by date does not change.
    _ = futimens(file.descriptor, times)
    guard fsync(file.descriptor) == 0 || errno == EINVAL else { throw .unwritable(code: errno) }
    // Read back from the disk, not from memory, where the system allows it.
    posix_fadvise(file.descriptor, 0, 0, POSIX_FADV_DONTNEED)
    let isSame = try matches(file.descriptor, cancellation)
    guard isAsItWas else { throw .changedMeanwhile }
    guard isSame else { throw .differs }
  }
}

/// Transfers files into the tree of one folder.
package struct FileTransfer: Sendable {
  /// The folder of temporary names.
  private let top: FilePath
  private let cancellation: Cancellation

  package init(below top: FilePath, cancellation: Cancellation) {
    self.top = top
    self.cancellation = cancellation
  }

  /// Copies a file to a free name.
  package func copy(_ source: TransferSource, to target: FilePath) throws(TransferError) {
    let parent = target.parent ?? top
    // A file system that is mounted below the top keeps its temporary files itself.
    let isOneDisk = FileTransfer.device(parent) == FileTransfer.device(top)
    do throws(TransferError) {
      try copy(source, to: target, hiddenIn: isOneDisk ? top : parent)
    } catch {
      guard case .unwritable(EXDEV) = error, isOneDisk else { throw error }
      try copy(source, to: target, hiddenIn: parent)
    }
  }

  private func copy(_ source: TransferSource, to target: FilePath, hiddenIn folder: FilePath)
    throws(TransferError)
  {
    do {
      let file = try NewFile(for: target, hiddenIn: folder, removesLeftovers: folder != top)
      try source.copy(into: file, cancellation)
      try file.publish(replaces: false)
    } catch let error as TransferError {
      throw error
    } catch let error as FileFault {
      throw error.code == EEXIST ? .exists : .unwritable(code: error.code)
    } catch {
      throw .unwritable(code: EIO)
    }
  }

  /// Renames a file to a free name; false if that takes a copy, as on another file system.
  package func rename(_ source: TransferSource, to target: FilePath) throws(TransferError) -> Bool {
    guard source.isAsItWas else { throw .changedMeanwhile }
    let code = source.path.withCString { from in
      target.withCString { tritone_rename_to_free_name(AT_FDCWD, from, AT_FDCWD, $0) }
    }
    switch code {
    case 0: break
    case EEXIST: throw .exists
    // A file whose folder may not be changed can be copied still.
    case EXDEV, EINVAL, ENOSYS, EPERM, EACCES, EROFS: return false
    default: throw .unwritable(code: code)
    }
    fsync(source.descriptor)
    for folder in [target.parent, source.path.parent] { folder.map(FileTransfer.sync) }
    return true
  }

  /// Deletes the source of a copy, unless it has changed since.
  package func remove(_ source: TransferSource) throws(TransferError) {
    guard source.isAsItWas else { throw .changedMeanwhile }
    guard source.path.withCString({ unlink($0) }) == 0 else { throw .unwritable(code: errno) }
  }

  private static func sync(_ folder: FilePath) {
    let file = folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard file >= 0 else { return }
    fsync(file)
    close(file)
  }

  private static func device(_ path: FilePath) -> UInt64? {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 ? UInt64(status.st_dev) : nil
  }
}

// Copies or moves one file to a free name. A copy is written under a hidden name, synced, compared
// with its source byte for byte, and only then named; nothing is ever replaced.
internal import CLinux
import Glibc
package import Music

/// Transfers files into the tree of one folder.
package struct FileTransfer: Sendable {
  /// The folder of temporary names.
  private let top: FilePath
  /// The file system of the top; nil before it was created.
  private var device: UInt64?
  private let cancellation: Cancellation

  package init(below top: FilePath, cancellation: Cancellation) {
    self.top = top
    self.cancellation = cancellation
  }

  /// Creates the top. It must stay: the mount point of a disk that leaves is not filled.
  package mutating func begin() throws(TransferError) {
    try create(top)
    device = FileTransfer.device(top)
  }

  /// Creates a folder below the top with those above it.
  package func makeFolder(_ path: FilePath) throws(TransferError) {
    try checkTop()
    try create(path)
  }

  private func checkTop() throws(TransferError) {
    guard let device, FileTransfer.device(top) == device else { throw .unwritable(code: ENODEV) }
  }

  private func create(_ path: FilePath) throws(TransferError) {
    if mkdir(path) { return }
    if errno == ENOENT, let parent = path.parent, parent != path {
      try create(parent)
      if mkdir(path) { return }
    }
    throw .unwritable(code: errno)
  }

  /// Whether the folder is there.
  private func mkdir(_ path: FilePath) -> Bool {
    guard path.withCString({ Glibc.mkdir($0, 0o777) }) == 0 else { return errno == EEXIST }
    // A copy in it must not lose its folder in a power cut.
    path.parent.map { _ = FileTransfer.sync($0) }
    return true
  }

  /// Copies a file to a free name.
  ///
  /// - Returns: the file that was compared, whatever has its name by now.
  package func copy(_ source: TransferSource, to target: FilePath)
    throws(TransferError) -> TransferFile
  {
    try checkTop()
    let parent = target.parent ?? top
    // A file system that is mounted below the top keeps its temporary files itself.
    let isOneDisk = FileTransfer.device(parent) == device
    var copy: TransferFile
    do throws(TransferError) {
      copy = try self.copy(source, to: target, hiddenIn: isOneDisk ? top : parent)
    } catch {
      guard case .unwritable(EXDEV) = error, isOneDisk else { throw error }
      copy = try self.copy(source, to: target, hiddenIn: parent)
    }
    if copy.isAsItWas { return copy }
    // Another file, or the same one: some file systems, as sshfs, number names rather than files.
    guard case .equal(let named) = try source.comparison(with: target, cancellation: cancellation)
    else { throw .copyChanged }
    return named
  }

  private func copy(_ source: TransferSource, to target: FilePath, hiddenIn folder: FilePath)
    throws(TransferError) -> TransferFile
  {
    do {
      let file = try NewFile(for: target, hiddenIn: folder, removesLeftovers: folder != top)
      try source.copy(into: file, cancellation)
      try file.publish(replaces: false)
      var status = stat()
      guard fstat(file.descriptor, &status) == 0 else {
        throw TransferError.unwritable(code: errno)
      }
      return TransferFile(target, status)
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
    try checkTop()
    guard source.file.isAsItWas else { throw .changedMeanwhile }
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
    for folder in [target.parent, source.path.parent] { folder.map { _ = FileTransfer.sync($0) } }
    return true
  }

  // MARK: Deleting sources

  /// Deletes the source of a copy that is on the disk, unless one of the two has changed since.
  ///
  /// - Parameter mayBeOne: Whether both may be one file, seen through two file systems as by
  ///   mergerfs or bindfs: the copy has to be there still without the name of the source.
  package func remove(
    _ source: TransferFile, having copy: TransferFile, mayBeOne: Bool
  ) throws(TransferError) {
    try flush(copy)
    guard source.isAsItWas else { throw .changedMeanwhile }
    let hidden: HiddenSource
    do throws(TransferError) {
      hidden = try HiddenSource(source)
    } catch {
      // A name that has no room for the prefix, perhaps.
      guard !mayBeOne, source.isAsItWas else { throw error }
      guard source.path.withCString({ unlink($0) }) == 0 else { throw .unwritable(code: errno) }
      return
    }
    do throws(TransferError) {
      if mayBeOne { try flush(copy, orThrow: .oneFile) }
      try hidden.delete()
    } catch {
      try hidden.restore()
      throw error
    }
  }

  /// Brings a copy and its folders to the disk.
  private func flush(_ copy: TransferFile, orThrow changed: TransferError = .copyChanged)
    throws(TransferError)
  {
    let file = copy.path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW) }
    guard file >= 0 else { throw changed }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, TransferFile(copy.path, status) == copy else { throw changed }
    var first: UInt8 = 0
    guard pread(file, &first, 1, 0) >= 0 else { throw .unreadable(code: errno) }
    guard fsync(file) == 0 || FileTransfer.hasNoSync(errno) else {
      throw .unwritable(code: errno)
    }
    var folder = copy.path.parent
    while let path = folder, path.isInside(top) {
      let code = FileTransfer.sync(path)
      guard code == 0 else { throw .unwritable(code: code) }
      folder = path.parent
    }
  }

  /// Syncs a folder; returns 0, or the errno of a failed write.
  private static func sync(_ folder: FilePath) -> Int32 {
    let file = folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    // A folder that may not be listed may be written to.
    guard file >= 0 else { return errno == EACCES ? 0 : errno }
    defer { close(file) }
    return fsync(file) == 0 || hasNoSync(errno) ? 0 : errno
  }

  /// Whether an errno tells that a file system does not sync such files.
  private static func hasNoSync(_ code: Int32) -> Bool {
    [EINVAL, EROFS, ENOSYS, EOPNOTSUPP].contains(code)
  }

  private static func device(_ path: FilePath) -> UInt64? {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 ? UInt64(status.st_dev) : nil
  }
}

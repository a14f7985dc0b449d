// Copies or moves one file to a free name. A copy is written under a hidden name, synced, compared
// with its source byte for byte, and only then named; nothing is ever replaced.
internal import CLinux
import Glibc
package import Music

/// Transfers files into the tree of one folder.
package struct FileTransfer: Sendable {
  /// The folder of temporary names.
  private let top: FilePath
  private let cancellation: Cancellation

  package init(below top: FilePath, cancellation: Cancellation) {
    self.top = top
    self.cancellation = cancellation
  }

  /// Creates a folder with those above it.
  package func makeFolder(_ path: FilePath) throws(TransferError) {
    if mkdir(path) { return }
    if errno == ENOENT, let parent = path.parent, parent != path {
      try makeFolder(parent)
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
  package func copy(_ source: TransferSource, to target: FilePath)
    throws(TransferError) -> TransferFile
  {
    let parent = target.parent ?? top
    // A file system that is mounted below the top keeps its temporary files itself.
    let isOneDisk = FileTransfer.device(parent) == FileTransfer.device(top)
    do throws(TransferError) {
      try copy(source, to: target, hiddenIn: isOneDisk ? top : parent)
    } catch {
      guard case .unwritable(EXDEV) = error, isOneDisk else { throw error }
      try copy(source, to: target, hiddenIn: parent)
    }
    guard let copy = TransferFile(target) else { throw .copyChanged }
    return copy
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
  ///   mergerfs or bindfs: the source gives up its name first.
  package func remove(
    _ source: TransferFile, having copy: TransferFile, mayBeOne: Bool
  ) throws(TransferError) {
    try flush(copy)
    guard source.isAsItWas else { throw .changedMeanwhile }
    guard mayBeOne else { return try unlink(source.path) }
    let name = source.path.bytes.split(separator: UInt8(ascii: "/")).last ?? []
    let hidden = (source.path.parent ?? FilePath(".")).appending(FileTransfer.prefix + name)
    let code = FileTransfer.rename(source.path, toFree: hidden)
    guard code == 0 else { throw .unwritable(code: code) }
    do throws(TransferError) {
      try flush(copy)
    } catch {
      guard FileTransfer.rename(hidden, toFree: source.path) == 0 else { throw .hidden(hidden) }
      throw .oneFile
    }
    try unlink(hidden)
  }

  /// In front of the name of a source that may be its own copy.
  private static let prefix = Array(".tritone-old-".utf8)

  /// Gives the sources in a folder their names back that a killed run has taken from them.
  package static func restoreNames(in folder: FilePath) {
    guard let stream = folder.withCString({ opendir($0) }) else { return }
    defer { closedir(stream) }
    var hidden: [[UInt8]] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        Array(bytes.prefix { $0 != 0 })
      }
      if name.starts(with: prefix), name.count > prefix.count { hidden.append(name) }
    }
    for name in hidden {
      // A name that is taken by now stays so.
      let free = folder.appending(Array(name.dropFirst(prefix.count)))
      _ = rename(folder.appending(name), toFree: free)
    }
  }

  private func unlink(_ path: FilePath) throws(TransferError) {
    guard path.withCString({ Glibc.unlink($0) }) == 0 else { throw .unwritable(code: errno) }
  }

  /// Brings a copy and its folders to the disk.
  private func flush(_ copy: TransferFile) throws(TransferError) {
    let file = copy.path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW) }
    guard file >= 0 else { throw .copyChanged }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, TransferFile(copy.path, status) == copy else {
      throw .copyChanged
    }
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

  /// Returns 0, or an errno.
  private static func rename(_ from: FilePath, toFree to: FilePath) -> Int32 {
    let code = from.withCString { old in
      to.withCString { tritone_rename_to_free_name(AT_FDCWD, old, AT_FDCWD, $0) }
    }
    // NFS and FUSE may know only the other rename.
    guard code == EINVAL || code == ENOSYS else { return code }
    var status = stat()
    guard to.withCString({ lstat($0, &status) }) != 0 else { return EEXIST }
    let isRenamed = from.withCString { old in to.withCString { Glibc.rename(old, $0) } } == 0
    return isRenamed ? 0 : errno
  }

  private static func device(_ path: FilePath) -> UInt64? {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 ? UInt64(status.st_dev) : nil
  }
}

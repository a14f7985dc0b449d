internal import CLinux
import Glibc
import Music
import Sync

/// A file that is whole under the name of its part.
struct PendingFile {
  var part: FilePath
  var target: FilePath
  var transfer: PeerTransfer
}

extension FolderSession {
  /// Bytes between two looks at the device and at the cancellation.
  private static let block: Int64 = 4 << 20
  private static let maximumPending = 256

  /// Writes a file beside its place. The name comes with the next `publishPending`, before anything else is
  /// done on the device.
  func send(
    _ transfer: PeerTransfer, _ cancellation: PeerCancellation, _ progress: (Int64) -> Void
  ) throws(PeerError) -> DeviceFile {
    guard DevicePath.isPartName(transfer.part) else {
      throw .unwritable(transfer.target, code: EINVAL)
    }
    _ = try checkedPath(transfer.target)
    let plan = transfer.part.split(separator: "-").first.map(String.init) ?? transfer.part
    try begin(plan)
    try cancellation.check()
    if pending.count >= FolderSession.maximumPending { try publishPending() }
    let source = try TransferredFile(transfer)
    let target = try makeFolders(for: transfer.target)
    try expectPlace(target, transfer, among: pending)
    if let largest = abilities.largestFile, transfer.size > largest {
      throw .unwritable(transfer.target, code: EFBIG)
    }
    let (file, digest): (DeviceFile, UInt64?)
    if isStraight {
      digest = try sendStraight(source, transfer, to: target, cancellation, progress)
      file = try told(target)
    } else {
      (file, digest) = try sendBeside(source, transfer, to: target, cancellation, progress)
    }
    if let digest { unverified.append(SentFile(file: file, digest: digest)) }
    return file
  }

  /// Sees that the target is free, or is the file that is to be replaced.
  private func expectPlace(
    _ target: FilePath, _ transfer: PeerTransfer, among pending: [PendingFile]
  ) throws(PeerError) {
    guard !pending.contains(where: { $0.target == target }) else { throw .exists(target) }
    let replaced = try transfer.replaced.map { file throws(PeerError) in try expect(file) }
    do throws(SystemFault) {
      guard let there = try root.status(DeviceLayout.musicPath(target)) else { return }
      if transfer.replaced?.path == target { return }
      if let replaced, let old = transfer.replaced, isOneFile(target, there, old.path, replaced) {
        return
      }
    } catch {
      throw reading(target, error.code)
    }
    throw .exists(target)
  }

  // MARK: Beside and renamed

  private func sendBeside(
    _ source: TransferredFile, _ transfer: PeerTransfer, to target: FilePath,
    _ cancellation: PeerCancellation, _ progress: (Int64) -> Void
  ) throws(PeerError) -> (DeviceFile, UInt64?) {
    let name = FilePath(DeviceLayout.partName(transfer.part))
    let part = DeviceLayout.musicPath(
      target.parent.map { $0.appending(name.bytes) } ?? name)
    guard !pending.contains(where: { $0.part == part }) else {
      throw .unwritable(target, code: EEXIST)
    }
    parts.insert(part)
    do throws(PeerError) {
      try write(source, transfer, as: part, cancellation, progress)
      guard let status = try whole(part, transfer), Int64(status.st_size) == transfer.size else {
        throw PeerError.unwritable(target, code: EIO)
      }
      // A source that cannot be hashed, or changes meanwhile, leaves nothing that would get a name.
      let digest = try digest(of: source, transfer, cancellation)
      pending.append(PendingFile(part: part, target: target, transfer: transfer))
      let file = DeviceFile(
        path: target, size: Int64(status.st_size), modified: status.modified)
      return (file, digest)
    } catch {
      // What cannot be resumed takes the room that the database needs.
      if !error.leavesParts, (try? root.unlink(part)) != nil { parts.remove(part) }
      throw error
    }
  }

  private func whole(_ part: FilePath, _ transfer: PeerTransfer) throws(PeerError) -> stat? {
    do throws(SystemFault) { return try root.status(part) } catch {
      throw writing(transfer.target, error.code)
    }
  }

  /// Gives all parts that are whole their names, once they are on the disk.
  ///
  /// One sync for many files, while the system writes the first of them and the others are copied:
  /// a sync for each takes twice the time.
  func publishPending() throws(PeerError) {
    guard !pending.isEmpty else { return }
    // The system tells a failed write once, and not of which file: a part may have holes, which the
    // next sync of the disk would not tell.
    if let lostWrites { throw lostWrites }
    try checkWriting()
    do throws(PeerError) { try syncDevice() } catch {
      guard error.concernsFiles else {
        lostWrites = error
        throw error
      }
      for file in pending { fail(file, error) }
      pending = []
      return
    }
    try checkWriting()
    // What has no name when an error ends this stays pending: the flush tells it.
    while let file = pending.first {
      do throws(PeerError) {
        try expectPlace(file.target, file.transfer, among: [])
        try rename(file.part, to: file.target, file.transfer)
        parts.remove(file.part)
      } catch {
        // The others are whole, too, and the file of this call is another one.
        guard error.concernsFiles else { throw error }
        fail(file, error)
      }
      pending.removeFirst()
    }
  }

  /// Notes for the flush that a file did not get its name, and removes its part, whose room others
  /// need.
  private func fail(_ file: PendingFile, _ error: PeerError) {
    failed.append(PeerFileFault(path: file.target, error: error))
    unverified.removeAll { $0.file.path == file.target }
    if (try? root.unlink(file.part)) != nil { parts.remove(file.part) }
  }

  private func write(
    _ source: TransferredFile, _ transfer: PeerTransfer, as part: FilePath,
    _ cancellation: PeerCancellation, _ progress: (Int64) -> Void
  ) throws(PeerError) {
    let file: Int32
    do throws(SystemFault) {
      file = try root.open(part, O_RDWR | O_CREAT | O_NONBLOCK)
    } catch {
      throw writing(transfer.target, error.code)
    }
    var isOpen = true
    defer { if isOpen { FileClosing.close(file) } }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw writing(transfer.target, errno) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink <= 1 else {
      throw .unwritable(transfer.target, code: EEXIST)
    }
    var offset: Int64 = 0
    if status.st_size > 0 {
      offset = try source.equalBytes(
        in: file, size: Int64(status.st_size), cancellation, progress)
      guard ftruncate(file, Int(offset)) == 0 else { throw writing(transfer.target, errno) }
    }
    try copy(source, transfer, into: file, from: offset, cancellation, progress)
    source.keepTime(in: file)
    tritone_begin_writing(file, 0, 0)
    do throws(SystemFault) {
      // A driver that is a program keeps things to itself until a file is synced.
      if mount?.isProgram == true { try FileBytes.sync(file) }
      isOpen = false
      try FileBytes.finish(file)
    } catch {
      throw writing(transfer.target, error.code)
    }
    try source.expectUnchanged()
  }

  func copy(
    _ source: TransferredFile, _ transfer: PeerTransfer, into file: Int32, from start: Int64,
    _ cancellation: PeerCancellation, _ progress: (Int64) -> Void
  ) throws(PeerError) {
    var (offset, looked) = (start, start)
    while offset < transfer.size {
      if offset - looked >= FolderSession.block {
        tritone_begin_writing(file, looked, offset - looked)
        try cancellation.check()
        try checkWriting()
        progress(offset)
        looked = offset
      }
      let count = Int(min(FolderSession.block, transfer.size - offset))
      let copied = tritone_copy_range(source.descriptor, offset, file, offset, count)
      let code = errno
      if copied == TRITONE_COPY_UNREADABLE { throw .source(transfer.source, code: code) }
      guard copied >= 0 else { throw writing(transfer.target, code) }
      guard copied > 0 else { throw .source(transfer.source, code: ESTALE) }
      offset += Int64(copied)
    }
    try cancellation.check()
    progress(offset)
  }

  private func rename(
    _ part: FilePath, to target: FilePath, _ transfer: PeerTransfer
  ) throws(PeerError) {
    do throws(SystemFault) {
      guard let old = transfer.replaced else {
        return try renameToFree(part, DeviceLayout.musicPath(target))
      }
      let path = DeviceLayout.musicPath(target)
      if old.path == target { return try renameOver(part, path) }
      // A name that differs only in case is the same file on most devices, and keeps its spelling
      // when it is written over.
      let isSameFile = try root.status(path) != nil
      if isSameFile { try root.unlink(DeviceLayout.musicPath(old.path)) }
      try renameToFree(part, path)
      if !isSameFile { try root.unlink(DeviceLayout.musicPath(old.path)) }
    } catch {
      if error.code == EEXIST { throw .exists(target) }
      throw writing(target, error.code)
    }
    if let old = transfer.replaced, old.path.parent != target.parent {
      removeEmptyFolders(of: old.path)
    }
  }

  private func renameOver(_ from: FilePath, _ to: FilePath) throws(SystemFault) {
    try root.inFolder(of: to) { (folder, name) throws(SystemFault) in
      let part = from.lastName.map(CChar.init(bitPattern:)) + [0]
      guard renameat(folder, part, folder, name) == 0 else { throw SystemFault(code: errno) }
    }
  }

  /// Renames a file to a name that nothing has; `EEXIST` where something has it.
  func renameToFree(_ from: FilePath, _ to: FilePath) throws(SystemFault) {
    try root.inFolder(of: from) { (source, old) throws(SystemFault) in
      try root.inFolder(of: to) { (folder, name) throws(SystemFault) in
        let code = tritone_rename_to_free_name(source, old, folder, name)
        if code == 0 { return }
        guard code == EINVAL || code == ENOSYS else { throw SystemFault(code: code) }
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0 else {
          throw SystemFault(code: EEXIST)
        }
        guard renameat(source, old, folder, name) == 0 else { throw SystemFault(code: errno) }
      }
    }
  }
}

extension PeerError {
  /// Whether a file that did not get its name is to be told of it, and the others go on: a rename that
  /// finds no room ends no sync.
  fileprivate var concernsFiles: Bool { isOfOneFile || self == .full }
}

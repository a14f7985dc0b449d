internal import CLinux
import Glibc
import Music
import Sync

extension FolderSession {
  /// Copies a file of the device to a free name here.
  func fetch(
    _ file: DeviceFile, to target: FilePath, _ cancellation: PeerCancellation,
    _ progress: (Int64) -> Void
  ) throws(PeerError) {
    try publishPending()
    try check()
    _ = try expect(file)
    let source: Int32
    do throws(SystemFault) {
      source = try root.open(try safe(file.path), O_RDONLY | O_NONBLOCK)
    } catch { throw reading(file.path, error.code) }
    defer { FileClosing.close(source) }
    try LocalFile.makeFolders(target.parent)
    let local = try LocalFile(beside: target)
    var (offset, looked) = (Int64(0), Int64(0))
    while offset < file.size {
      if offset - looked >= 4 << 20 {
        try cancellation.check()
        progress(offset)
        looked = offset
      }
      let count = Int(min(4 << 20, file.size - offset))
      let copied = tritone_copy_range(source, offset, local.descriptor, offset, count)
      let code = errno
      if copied == TRITONE_COPY_UNREADABLE { throw reading(file.path, code) }
      guard copied >= 0 else { throw .unwritable(target, code: code) }
      guard copied > 0 else { throw .changed(file.path) }
      offset += Int64(copied)
    }
    _ = try expect(file)
    try cancellation.check()
    try local.publish()
    progress(offset)
  }

  private func safe(_ path: FilePath) throws(SystemFault) -> FilePath {
    guard DevicePath.isSafe(path) else { throw SystemFault(code: EINVAL) }
    return DeviceLayout.musicPath(path)
  }

  /// Renames a file that is as it was to a free name.
  func move(
    _ file: DeviceFile, to target: FilePath, _ cancellation: PeerCancellation
  ) throws(PeerError) -> DeviceFile {
    try begin("move")
    try publishPending()
    _ = try checkedPath(target)
    let old = try expect(file)
    let spelled = try makeFolders(for: target)
    let (from, to) = (DeviceLayout.musicPath(file.path), DeviceLayout.musicPath(spelled))
    if from == to { return file }
    do throws(SystemFault) {
      if let there = try root.status(to) {
        guard isOneFile(spelled, there, file.path, old) else { throw SystemFault(code: EEXIST) }
        try renameCase(from, to)
      } else {
        try renameToFree(from, to)
      }
    } catch {
      if error.code == EEXIST { throw .exists(target) }
      throw writing(target, error.code)
    }
    if file.path.parent != spelled.parent { removeEmptyFolders(of: file.path) }
    try syncMoved(to)
    return try told(spelled)
  }

  /// Renames over a third name: FAT takes a rename that changes only case, and does nothing.
  private func renameCase(_ from: FilePath, _ to: FilePath) throws(SystemFault) {
    let number = String(UInt32.random(in: 0 ... .max), radix: 16)
    let name = DeviceLayout.temporary + number + ".moved"
    let third = to.parent.map { $0.appending(name) } ?? FilePath(name)
    try renameToFree(from, third)
    do throws(SystemFault) {
      try renameToFree(third, to)
    } catch {
      // The file gets its old name back, as far as that goes.
      try? renameToFree(third, from)
      throw error
    }
  }

  /// FAT writes where a renamed file begins only with that file.
  private func syncMoved(_ path: FilePath) throws(PeerError) {
    guard !isStraight else { return }
    do throws(SystemFault) {
      let file = try root.open(path, O_RDONLY | O_NONBLOCK)
      defer { FileClosing.close(file) }
      try FileBytes.sync(file)
    } catch { throw writing(path, error.code) }
  }

  /// Removes a file that is as it was, and the folders that it leaves empty.
  func remove(_ file: DeviceFile) throws(PeerError) {
    try begin("remove")
    try publishPending()
    _ = try expect(file)
    do throws(SystemFault) {
      try root.unlink(DeviceLayout.musicPath(file.path))
    } catch { throw writing(file.path, error.code) }
    removeEmptyFolders(of: file.path)
  }

  /// Reads facts of files that are as they were.
  func facts(
    of files: [DeviceFile], _ cancellation: PeerCancellation
  ) throws(PeerError) -> [FilePath: DeviceFileFacts] {
    try publishPending()
    try check()
    var found: [FilePath: DeviceFileFacts] = [:]
    for file in files {
      try cancellation.check()
      // The path is opened by its name: no part of it may be a link.
      guard (try? expect(file)) != nil else { continue }
      found[file.path] = setup.facts(
        setup.root.appending(DeviceLayout.musicPath(file.path).bytes))
    }
    guard root.isInPlace else { throw .gone }
    return found
  }
}

internal import Glibc
internal import Music

/// The file beside a download's target that receives it, locked while it is open. Used by one thread
/// at a time.
final class PartFile {
  private let target: FilePath
  private let path: FilePath
  private let recordPath: FilePath
  private var descriptor: Int32
  private(set) var size: Int64 = 0
  private(set) var record: PartRecord?

  /// Opens or makes the part; what is there stays only if it can be resumed.
  init(of target: FilePath, place: String) throws(HTTPError) {
    self.target = target
    path = FilePath(bytes: target.bytes + ".part".utf8)
    recordPath = FilePath(bytes: target.bytes + ".part.state".utf8)
    descriptor = path.withCString {
      open($0, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    }
    guard descriptor >= 0 else { throw .disk(path.text, code: errno) }
    do throws(HTTPError) {
      try claim()
      if let text = PartRecord.read(recordPath, atMost: 12288),
        let found = PartRecord(text, place: place)
      {
        let isSameBoot = !found.boot.isEmpty && found.boot == PartRecord.currentBoot
        let kept = isSameBoot ? size : min(size, found.synced)
        if kept < size { try truncate(to: kept) }
        if size > 0 { record = found }
      }
      if record == nil { try restart() }
    } catch {
      release()
      throw error
    }
  }

  deinit { release() }

  /// Closes the file, and with it the lock.
  private func release() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// Refuses files that are not ours alone, and the part of a download that runs.
  private func claim() throws(HTTPError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw fault(errno) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink <= 1, status.st_uid == geteuid()
    else { throw fault(EEXIST) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw fault(errno == EWOULDBLOCK ? EBUSY : errno)
    }
    var named = stat()
    // The download that had the lock may have moved the file to its target.
    guard path.withCString({ lstat($0, &named) }) == 0, named.st_ino == status.st_ino,
      named.st_dev == status.st_dev
    else { throw fault(EBUSY) }
    guard fstat(descriptor, &status) == 0 else { throw fault(errno) }
    size = Int64(status.st_size)
  }

  private func fault(_ code: Int32) -> HTTPError { .disk(path.text, code: code) }

  private func truncate(to size: Int64) throws(HTTPError) {
    guard ftruncate(descriptor, Int(size)) == 0 else { throw fault(errno) }
    self.size = size
  }

  /// Forgets what is there.
  func restart() throws(HTTPError) {
    record = nil
    _ = recordPath.withCString { unlink($0) }
    try truncate(to: 0)
  }

  /// Remembers of what the file becomes a part.
  func begin(_ record: PartRecord?) throws(HTTPError) {
    try restart()
    self.record = record
    try store()
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(HTTPError) {
    var done = 0
    while done < bytes.count {
      let count = pwrite(
        descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, Int(size))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw fault(count == 0 ? EIO : errno) }
      done += count
      size += Int64(count)
    }
  }

  /// Makes the whole file the target.
  func finish() throws(HTTPError) {
    guard fsync(descriptor) == 0 else { throw fault(errno) }
    let code = path.withCString { from in
      target.withCString { to in rename(from, to) == 0 ? 0 : errno }
    }
    guard code == 0 else { throw .disk(target.text, code: code) }
    _ = recordPath.withCString { unlink($0) }
    release()
    let folder = (target.parent ?? FilePath(".")).withCString {
      open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// Leaves the part for a later download, if that can resume it.
  func suspend() {
    guard size > 0, var record, fsync(descriptor) == 0 else { return remove() }
    record.synced = size
    self.record = record
    do {
      try store()
      release()
    } catch { remove() }
  }

  func remove() {
    _ = recordPath.withCString { unlink($0) }
    _ = path.withCString { unlink($0) }
    release()
  }

  private func store() throws(HTTPError) {
    guard let record else { return }
    _ = recordPath.withCString { unlink($0) }
    let file = recordPath.withCString {
      open($0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
    guard file >= 0 else { throw .disk(recordPath.text, code: errno) }
    defer { close(file) }
    let bytes = Array(record.text.utf8)
    let count = Glibc.write(file, bytes, bytes.count)
    guard count == bytes.count else {
      throw .disk(recordPath.text, code: count < 0 ? errno : ENOSPC)
    }
  }
}

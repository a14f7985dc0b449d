// The file of the log, which several processes write. Each line is one write(2) with O_APPEND, under
// a lock of the file; the lock holds for the file's rotation, too, and whoever waited for it looks
// by inode whether the file is still the one at its path. So no line is lost or torn. One thread.

internal import Glibc
internal import Music

struct LogFile: ~Copyable {
  let folder: LogFolder
  /// Bytes of a file.
  let limit: Int
  private var folderDescriptor: Int32 = -1
  private var descriptor: Int32 = -1

  /// Tries of a lock, a millisecond apart. A stopped process may hold it for longer: then a line is
  /// written without.
  private static let tries = 500

  init(in folder: LogFolder, limit: Int) {
    self.folder = folder
    self.limit = limit
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if folderDescriptor >= 0 { close(folderDescriptor) }
  }

  /// Appends a line, all of it or nothing.
  mutating func append(_ line: [UInt8]) throws(LogFault) {
    do throws(LogFault) {
      let isLocked = try lockCurrent(for: line.count)
      defer { if isLocked { flock(descriptor, LOCK_UN) } }
      try write(line, isLocked: isLocked)
    } catch {
      // The folder may be another one by the next line.
      reset()
      throw error
    }
  }

  private mutating func reset() {
    if descriptor >= 0 { close(descriptor) }
    if folderDescriptor >= 0 { close(folderDescriptor) }
    (descriptor, folderDescriptor) = (-1, -1)
  }

  /// Opens and locks the file at the path, rotated where a line has no room.
  ///
  /// - Returns: Whether the lock was granted.
  private mutating func lockCurrent(for count: Int) throws(LogFault) -> Bool {
    // Another process may rotate in between, though hardly this often.
    for _ in 0..<100 {
      if descriptor < 0 {
        if folderDescriptor < 0 { folderDescriptor = try folder.open(makes: true) }
        let flags = O_WRONLY | O_APPEND | O_CREAT
        descriptor = try folder.open(LogFolder.name(0), flags, in: folderDescriptor)
      }
      guard lock() else { return false }
      var (opened, atPath) = (stat(), stat())
      fstat(descriptor, &opened)
      let isThere = lstat(folder.file, &atPath) == 0
      if isThere, opened.st_ino == atPath.st_ino, opened.st_dev == atPath.st_dev {
        guard opened.st_size > 0, Int(opened.st_size) + count > limit else { return true }
        rotate()
      } else {
        // The folder may have been moved or removed with it.
        close(folderDescriptor)
        folderDescriptor = -1
      }
      // The lock goes with the descriptor.
      close(descriptor)
      descriptor = -1
    }
    throw .file(folder.file, code: EBUSY)
  }

  /// Renames the files, the oldest first; the lock of the newest one is held.
  private func rotate() {
    for index in (1..<LogFolder.count).reversed() {
      renameat(
        folderDescriptor, LogFolder.name(index - 1), folderDescriptor, LogFolder.name(index))
    }
  }

  private func lock() -> Bool {
    for _ in 0..<LogFile.tries {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK || errno == EINTR else { return false }
      usleep(1000)
    }
    return false
  }

  private func write(_ line: [UInt8], isLocked: Bool) throws(LogFault) {
    while true {
      let count = line.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count == line.count { return }
      let code = count < 0 ? errno : ENOSPC
      if count < 0, code == EINTR { continue }
      // Half a line on a full disk; nobody has written behind it.
      if count > 0, isLocked {
        var status = stat()
        if fstat(descriptor, &status) == 0 { ftruncate(descriptor, status.st_size - off_t(count)) }
      }
      throw .file(folder.file, code: code)
    }
  }

  private func lstat(_ path: FilePath, _ status: inout stat) -> Int32 {
    path.withCString { Glibc.lstat($0, &status) }
  }
}

internal import CLinux
internal import Glibc
internal import Music
internal import Sync
internal import Synchronization

/// The folder with files that are not whole yet, and the lock that lets in one sync at a time.
final class PartFolder: Sendable {
  let path: FilePath
  private let lock: Int32
  /// Parts of this session.
  private let used = Mutex<Set<String>>([])

  private static let suffix = ".part"
  private static let lockName = "sync.lock"
  /// Seconds after which nobody comes back for a part.
  private static let maximumAge = 7 * 24 * 3_600
  private static let maximumListed = 1_000

  /// Makes the folder where it is missing; throws `busy` while another sync holds it.
  init(_ path: FilePath) throws(PeerError) {
    let made = path.withCString { mkdir($0, 0o700) }
    guard made == 0 || errno == EEXIST else { throw PartFolder.error(errno, path) }
    let lockPath = path.appending(Self.lockName)
    let lock = lockPath.withCString { open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
    guard lock >= 0 else { throw PartFolder.error(errno, lockPath) }
    let code = tritone_lock_byte(lock, 0, 1)
    guard code != EAGAIN && code != EACCES else {
      let holder = Self.holder(lock)
      close(lock)
      throw .busy(holder)
    }
    // Without locks in the file system other processes cannot be excluded.
    let note = Array("\(getpid()) \(time(nil))\n".utf8)
    _ = ftruncate(lock, 0)
    _ = pwrite(lock, note, note.count, 0)
    self.path = path
    self.lock = lock
    removeOld()
  }

  deinit { close(lock) }

  private static func holder(_ lock: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = pread(lock, &buffer, buffer.count, 0)
    let words = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self).split {
      $0 == " " || $0 == "\n"
    }
    guard words.count == 2, let process = Int32(words[0]), let start = Int(words[1]) else {
      return "another sync with this library"
    }
    let minutes = max(0, time(nil) - start) / 60
    let age = minutes == 0 ? "a moment ago" : minutes.counted("minute", .plain) + " ago"
    return "another sync with this library, begun \(age) (process \(process) there)"
  }

  static func error(_ code: Int32, _ path: FilePath) -> PeerError {
    switch code {
    case ENOSPC, EDQUOT: .full
    case EROFS: .readOnly
    default: .unwritable(path, code: code)
    }
  }

  func part(_ name: String) -> FilePath {
    used.withLock { _ = $0.insert(name) }
    return path.appending(name + Self.suffix)
  }

  /// Names of the parts that are here.
  var names: [String] {
    var names: [String] = []
    forEachPart { name, _ in if names.count < Self.maximumListed { names.append(name) } }
    return names
  }

  private func removeOld() {
    let limit = time(nil) - Self.maximumAge
    forEachPart { name, modified in
      if modified < limit { _ = path.appending(name + Self.suffix).withCString { unlink($0) } }
    }
  }

  /// Removes the parts of this session.
  func removeUsed() {
    let names = used.withLock { used in
      defer { used = [] }
      return used
    }
    for name in names { _ = path.appending(name + Self.suffix).withCString { unlink($0) } }
  }

  private func forEachPart(_ body: (String, Int) -> Void) {
    guard let folder = path.withCString({ opendir($0) }) else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let file = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      let name = String(file.dropLast(Self.suffix.count))
      guard file.hasSuffix(Self.suffix), RemotePath.isPartName(name) else { continue }
      var status = stat()
      let isFile = path.appending(file).withCString { lstat($0, &status) } == 0
      if isFile, status.st_mode & S_IFMT == S_IFREG { body(name, status.st_mtim.tv_sec) }
    }
  }
}

import Glibc
internal import Music

/// A file written under a temporary name, by one process at a time, and renamed when finished;
/// discarded otherwise. Not synced: only for caches.
final class AtomicOutput {
  /// Bytes written.
  private(set) var count = 0

  private let path: FilePath
  private let file: Int32
  private var buffer: [UInt8] = []
  private var written = 0
  private var hasFailed = false
  private var isClaimed = false

  private static let piece = 1 << 18

  /// Nil when it cannot be written, or another process writes it.
  init?(beside target: FilePath) {
    path = FilePath(bytes: target.bytes + Array("-new".utf8))
    file = path.withCString {
      open($0, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    }
    guard file >= 0, flock(file, LOCK_EX | LOCK_NB) == 0 else { return nil }
    var (opened, named) = (stat(), stat())
    // Its last owner may have renamed it meanwhile.
    guard fstat(file, &opened) == 0, path.withCString({ lstat($0, &named) }) == 0,
      opened.st_ino == named.st_ino, opened.st_dev == named.st_dev,
      opened.st_mode & S_IFMT == S_IFREG, ftruncate(file, 0) == 0
    else { return nil }
    isClaimed = true
  }

  deinit {
    if isClaimed { path.withCString { _ = unlink($0) } }
    if file >= 0 { close(file) }
  }

  func add(_ bytes: some Collection<UInt8>) {
    buffer += bytes
    count += bytes.count
    if buffer.count >= AtomicOutput.piece { flush() }
  }

  private func flush() {
    hasFailed = hasFailed || !buffer.withUnsafeBytes { write($0, at: written) }
    written += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }

  private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let step = pwrite(file, rest.baseAddress, rest.count, off_t(offset + done))
      if step < 0, errno == EINTR { continue }
      guard step > 0 else { return false }
      done += step
    }
    return true
  }

  /// Writes the header over the placeholder at the start, and renames the file.
  func finish(header: UnsafeRawBufferPointer, as target: FilePath) -> Bool {
    flush()
    guard !hasFailed, write(header, at: 0),
      path.withCString({ old in target.withCString { rename(old, $0) } }) == 0
    else { return false }
    isClaimed = false
    return true
  }
}

import Glibc
internal import Music

/// A right that one process with a library has at a time.
///
/// A lock of the kernel, not a row: it ends with its process, however that ends, and never while a
/// process that was only stopped still uses it.
package final class LibraryLock: Sendable {
  private let descriptor: Int32

  /// - Throws: `LibraryError` where the file cannot be made.
  fileprivate init?(_ file: FilePath) throws(LibraryError) {
    descriptor = file.withCString {
      open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, PrivateFiles.file)
    }
    guard descriptor >= 0 else { throw .unwritable(file, code: errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return }
    // Without locks in the file system other processes cannot be excluded.
    guard [ENOLCK, ENOSYS, EOPNOTSUPP].contains(errno) else { return nil }
  }

  /// For a library in memory, which no other process has.
  fileprivate init() { descriptor = -1 }

  deinit { if descriptor >= 0 { close(descriptor) } }
}

extension Library {
  /// The right to send listens; nil while another one has it.
  package func lockSending() throws(LibraryError) -> LibraryLock? {
    try processLock("-sending")
  }

  /// The right to read and write the file of the sync folder; nil while another one has it.
  package func lockMirror() throws(LibraryError) -> LibraryLock? {
    try processLock("-mirror")
  }

  private func processLock(_ suffix: String) throws(LibraryError) -> LibraryLock? {
    guard !path.bytes.isEmpty else { return LibraryLock() }
    return try LibraryLock(DatabaseFiles(path).beside(suffix))
  }
}

internal import CLinux
import Glibc
import Music

/// The contract of pread(2): bytes read, 0 at the end, or -1 and an errno.
package typealias FileReading =
  @Sendable (
    _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int, _ offset: Int
  ) -> Int

/// A regular file; never blocks in open.
final class FileInput: SoundInput {
  let path: FilePath
  let descriptor: Int32
  private let reading: FileReading

  init(
    _ path: FilePath, cancellation: Cancellation,
    reading: @escaping FileReading = { pread($0, $1, $2, $3) }
  ) throws(MediaError) {
    self.path = path
    self.reading = reading
    // O_NONBLOCK, or opening a pipe without a writer would wait for ever.
    let opened = (path.bytes + [0]).withUnsafeBytes {
      // because the array holds at least the closing zero, its base address exists
      open($0.baseAddress!.assumingMemoryBound(to: CChar.self), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    }
    guard opened >= 0 else {
      // The errno of open(2) for a socket.
      throw errno == ENXIO ? .notAFile(path) : .unreadable(path, code: errno)
    }
    descriptor = opened
    var status = stat()
    guard fstat(opened, &status) == 0 else {
      let code = errno
      close(opened)
      throw .unreadable(path, code: code)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(opened)
      throw .notAFile(path)
    }
    guard status.st_size > 0 else {
      close(opened)
      throw .empty(path)
    }
    posix_fadvise(opened, 0, 0, Int32(POSIX_FADV_SEQUENTIAL))
    super.init(
      .file(path), cancellation: cancellation,
      stamp: FileStamp(
        size: Int64(status.st_size),
        modified: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)))
    correctHeader()
    makeContext()
  }

  deinit { close(descriptor) }

  /// The file's stamp at opening.
  override var fileStamp: FileStamp? { stamp }

  override func read(_ buffer: UnsafeMutableRawPointer?, _ count: Int, at offset: Int64) -> Int {
    let got = reading(descriptor, buffer, count, Int(offset))
    return got < 0 ? -Int(errno) : got
  }

  // Queried each time: the file may be growing, or have been truncated.
  override var size: Result<Int64, SizeFault> {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .failure(SizeFault(code: errno)) }
    return .success(Int64(status.st_size))
  }

  override func failure(errno code: Int32) -> MediaError { .unreadable(path, code: code) }
}

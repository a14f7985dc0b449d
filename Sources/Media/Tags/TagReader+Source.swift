internal import CFFmpeg
internal import CLinux
import Glibc
internal import Music

extension TagReader {
  /// An open file for FFmpeg: through our own descriptor, with a timeout.
  ///
  /// Lives on one thread; FFmpeg holds a pointer to it while a `Container` is open on it.
  final class Source {
    let descriptor: Int32
    let fileStamp: FileStamp
    private let deadline: UInt64
    fileprivate(set) var offset: Int64 = 0
    /// Whether the timeout has stopped FFmpeg.
    fileprivate(set) var isLate = false
    /// Bytes left for FFmpeg: it would search gigabytes for a first frame, and buffer them.
    fileprivate var allowance = Source.quickAllowance

    /// Bytes replaced for FFmpeg.
    var patch: BytePatch?

    /// Room for the largest tags, pictures included.
    private static let quickAllowance = 256 << 20
    private static let probingAllowance = 16 << 20
    /// O_NOATIME of `open(2)`, which the module of the C library leaves out: reading the tags of a
    /// new file would write its inode.
    private static let noAccessTime: Int32 = 0o1_000_000

    /// Opens a regular file only: a pipe would block, a device could do anything.
    ///
    /// - Parameter memory: that of a reader of many files.
    init(_ path: FilePath, patience: UInt64, memory: Memory? = nil) throws(MediaError) {
      guard !path.bytes.contains(0) else { throw .unreadable(path, code: ENOENT) }
      let descriptor = path.withCString { path in
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        if memory?.keepsAccessTimes ?? true {
          let descriptor = open(path, flags | Source.noAccessTime)
          guard descriptor < 0, errno == EPERM else { return descriptor }
          memory?.keepsAccessTimes = false
        }
        return open(path, flags)
      }
      guard descriptor >= 0 else {
        // A socket cannot even be opened.
        throw errno == ENXIO ? .notAFile(path) : .unreadable(path, code: errno)
      }
      var status = stat()
      guard fstat(descriptor, &status) == 0 else {
        let code = errno
        Glibc.close(descriptor)
        throw .unreadable(path, code: code)
      }
      guard status.st_mode & S_IFMT == S_IFREG else {
        Glibc.close(descriptor)
        throw .notAFile(path)
      }
      guard status.st_size > 0 else {
        Glibc.close(descriptor)
        throw .empty(path)
      }
      self.descriptor = descriptor
      fileStamp = FileStamp(
        size: Int64(status.st_size),
        modified: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec))
      deadline = Source.now() + patience * 1_000_000_000
    }

    func close() { Glibc.close(descriptor) }

    /// Rewinds for probing.
    func rewind() {
      offset = 0
      allowance = Source.probingAllowance
    }

    /// Allows FFmpeg to read the whole file, some of it more than once.
    func allowDecoding() { allowance = Int(clamping: max(1 << 30, fileStamp.size &* 4)) }

    fileprivate func isOverdue() -> Bool {
      if !isLate, Source.now() > deadline { isLate = true }
      return isLate
    }

    /// Nanoseconds of the monotonic clock.
    private static func now() -> UInt64 {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
      return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
  }
}

private func source(_ userdata: UnsafeMutableRawPointer) -> TagReader.Source {
  Unmanaged<TagReader.Source>.fromOpaque(userdata).takeUnretainedValue()
}

/// FFmpeg's read callback.
func tagReaderRead(
  _ userdata: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int32
) -> Int32 {
  guard let userdata else { return tritone_averror(EINVAL) }
  let source = source(userdata)
  guard !source.isOverdue(), source.allowance > 0 else { return tritone_averror_exit() }
  while true {
    let got = pread(source.descriptor, buffer, Int(count), Int(source.offset))
    if got > 0 {
      if let patch = source.patch, let buffer {
        patch.apply(to: buffer, count: got, from: source.offset)
      }
      source.offset += Int64(got)
      source.allowance -= got
      return Int32(got)
    }
    if got == 0 { return tritone_averror_eof() }
    if errno != EINTR { return tritone_averror(errno) }
  }
}

/// FFmpeg's seek callback.
func tagReaderSeek(_ userdata: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int64
{
  guard let userdata else { return -1 }
  let source = source(userdata)
  let target: Int64
  switch whence & ~Int32(AVSEEK_FORCE) {
  case Int32(AVSEEK_SIZE): return source.fileStamp.size
  case SEEK_SET: target = offset
  case SEEK_CUR: target = source.offset.addingReportingOverflow(offset).partialValue
  case SEEK_END: target = source.fileStamp.size.addingReportingOverflow(offset).partialValue
  default: return -1
  }
  guard target >= 0 else { return -1 }
  source.offset = target
  return target
}

/// FFmpeg's interrupt callback: 1 aborts.
func tagReaderInterrupt(_ userdata: UnsafeMutableRawPointer?) -> Int32 {
  guard let userdata else { return 1 }
  return source(userdata).isOverdue() ? 1 : 0
}

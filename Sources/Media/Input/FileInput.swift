// The bytes of one file for FFmpeg. Owned by a MediaFile, used on its thread; only the cancellation
// is shared.
import CFFmpeg
internal import CLinux
import Glibc
import Music

/// The contract of pread(2): bytes read, 0 at the end, or -1 and an errno.
package typealias FileReading =
  @Sendable (
    _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int, _ offset: Int
  ) -> Int

/// A regular file behind our own AVIOContext; cancellable, and never blocks in open.
final class FileInput {
  let path: FilePath
  let descriptor: Int32
  let cancellation: Cancellation
  /// The file's stamp at opening.
  let fileStamp: FileStamp
  private let reading: FileReading
  /// The errno of the last failed read, 0 for none.
  fileprivate(set) var readError: Int32 = 0
  fileprivate var offset: Int64 = 0
  /// Bytes at the front hidden from FFmpeg.
  private(set) var hidden: Int64 = 0
  /// Bytes replaced for FFmpeg.
  fileprivate let patch: BytePatch?
  private(set) var context: UnsafeMutablePointer<AVIOContext>?

  static let bufferSize = 65536

  init(
    _ path: FilePath, cancellation: Cancellation,
    reading: @escaping FileReading = { pread($0, $1, $2, $3) }
  ) throws(MediaError) {
    self.path = path
    self.cancellation = cancellation
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
    fileStamp = FileStamp(
      size: Int64(status.st_size),
      modified: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec))
    posix_fadvise(opened, 0, 0, Int32(POSIX_FADV_SEQUENTIAL))
    let header = HeaderFile()
    header.use(opened, size: Int64(status.st_size))
    patch = FLACHeader.correction(header)
    makeContext()
  }

  /// Reads at an offset of the file, as pread(2) does.
  func read(_ buffer: UnsafeMutableRawPointer?, _ count: Int, at offset: Int64) -> Int {
    reading(descriptor, buffer, count, Int(offset))
  }

  /// Restarts with the first bytes hidden.
  func hide(_ count: Int64) {
    hidden = count
    offset = 0
    forgetReadError()
    guard let context else { return }
    av_free(context.pointee.buffer)
    avio_context_free(&self.context)
    makeContext()
  }

  private func makeContext() {
    let buffer = av_malloc(Self.bufferSize)?.assumingMemoryBound(to: UInt8.self)
    context = avio_alloc_context(
      buffer, Int32(Self.bufferSize), 0, Unmanaged.passUnretained(self).toOpaque(), readFile, nil,
      seekFile)
  }

  /// Clears the error of a failed read, for another try.
  func forgetReadError() {
    readError = 0
    context?.pointee.error = 0
  }

  deinit {
    if let context {
      // FFmpeg may have replaced the buffer.
      av_free(context.pointee.buffer)
      avio_context_free(&self.context)
    }
    close(descriptor)
  }
}

private func readFile(
  _ owner: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int32
) -> Int32 {
  guard let owner else { return tritone_averror(EINVAL) }
  let input = Unmanaged<FileInput>.fromOpaque(owner).takeUnretainedValue()
  while true {
    if input.cancellation.isOver { return tritone_averror_exit() }
    let (offset, isBeyond) = input.hidden.addingReportingOverflow(input.offset)
    // Demuxers follow any offset in a file.
    guard !isBeyond else { return tritone_averror_eof() }
    let got = input.read(buffer, Int(count), at: offset)
    if got > 0 {
      if let patch = input.patch, let buffer { patch.apply(to: buffer, count: got, from: offset) }
      input.offset += Int64(got)
      return Int32(got)
    }
    // Never 0: FFmpeg would retry for ever.
    if got == 0 { return tritone_averror_eof() }
    if errno == EINTR { continue }
    input.readError = errno
    return tritone_averror(errno)
  }
}

private func seekFile(_ owner: UnsafeMutableRawPointer?, _ to: Int64, _ whence: Int32) -> Int64 {
  guard let owner else { return Int64(tritone_averror(EINVAL)) }
  let input = Unmanaged<FileInput>.fromOpaque(owner).takeUnretainedValue()
  // Queried each time: the file may be growing, or have been truncated.
  var status = stat()
  guard fstat(input.descriptor, &status) == 0 else { return Int64(tritone_averror(errno)) }
  let size = max(0, Int64(status.st_size) - input.hidden)
  let target: Int64
  switch whence & ~Int32(AVSEEK_FORCE) {
  case Int32(AVSEEK_SIZE): return size
  case SEEK_SET: target = to
  case SEEK_CUR: target = input.offset.addingReportingOverflow(to).partialValue
  case SEEK_END: target = size.addingReportingOverflow(to).partialValue
  default: return Int64(tritone_averror(EINVAL))
  }
  guard target >= 0 else { return Int64(tritone_averror(EINVAL)) }
  input.offset = target
  return target
}

// The bytes of one source for FFmpeg. Owned by a MediaFile, used on its thread; only the cancellation
// is shared.
import CFFmpeg
import Glibc
import Music

/// Bytes at any offset behind our own AVIOContext; cancellable. The base of `FileInput` and
/// `RemoteInput`, which read them.
class SoundInput {
  let source: MediaSource
  let cancellation: Cancellation
  /// Size and time at opening; of a remote sound its size, which may be unknown, alone.
  let stamp: FileStamp
  /// The errno of the last failed read, 0 for none.
  fileprivate(set) var readError: Int32 = 0
  fileprivate var offset: Int64 = 0
  /// Bytes at the front hidden from FFmpeg.
  private(set) var hidden: Int64 = 0
  /// Bytes replaced for FFmpeg.
  fileprivate var patch: BytePatch?
  private(set) var context: UnsafeMutablePointer<AVIOContext>?

  static let bufferSize = 65536

  struct SizeFault: Error { let code: Int32 }

  init(_ source: MediaSource, cancellation: Cancellation, stamp: FileStamp) {
    self.source = source
    self.cancellation = cancellation
    self.stamp = stamp
  }

  deinit {
    if let context {
      // FFmpeg may have replaced the buffer.
      av_free(context.pointee.buffer)
      avio_context_free(&self.context)
    }
  }

  // MARK: - For subclasses

  /// Reads at an offset: the count, 0 at the end, or a negative errno.
  func read(_ buffer: UnsafeMutableRawPointer?, _ count: Int, at offset: Int64) -> Int { 0 }

  /// The size now.
  var size: Result<Int64, SizeFault> { .success(stamp.size) }

  /// Nil for anything but a file.
  var fileStamp: FileStamp? { nil }

  var isSeekable: Bool { true }

  /// The error behind a failed read.
  func failure(errno code: Int32) -> MediaError { .undecodable(source, code: -code) }

  /// Corrects a header whose error FFmpeg does not survive.
  func correctHeader() {
    let header = HeaderFile()
    header.use(self)
    patch = FLACHeader.correction(header)
  }

  func makeContext() {
    let buffer = av_malloc(Self.bufferSize)?.assumingMemoryBound(to: UInt8.self)
    context = avio_alloc_context(
      buffer, Int32(Self.bufferSize), 0, Unmanaged.passUnretained(self).toOpaque(), readInput, nil,
      seekInput)
    noteSeekability()
  }

  /// Tells FFmpeg whether seeks are possible by now.
  func noteSeekability() {
    context?.pointee.seekable = isSeekable ? Int32(AVIO_SEEKABLE_NORMAL) : 0
  }

  // MARK: -

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

  /// Clears the error of a failed read, for another try.
  func forgetReadError() {
    readError = 0
    context?.pointee.error = 0
  }
}

private func readInput(
  _ owner: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int32
) -> Int32 {
  guard let owner else { return tritone_averror(EINVAL) }
  let input = Unmanaged<SoundInput>.fromOpaque(owner).takeUnretainedValue()
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
    if got == -Int(EINTR) { continue }
    if input.cancellation.isOver { return tritone_averror_exit() }
    input.readError = Int32(-got)
    return tritone_averror(input.readError)
  }
}

private func seekInput(_ owner: UnsafeMutableRawPointer?, _ to: Int64, _ whence: Int32) -> Int64 {
  guard let owner else { return Int64(tritone_averror(EINVAL)) }
  let input = Unmanaged<SoundInput>.fromOpaque(owner).takeUnretainedValue()
  let size: Int64
  switch input.size {
  case .success(let whole): size = max(0, whole - input.hidden)
  case .failure(let fault): return Int64(tritone_averror(fault.code))
  }
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

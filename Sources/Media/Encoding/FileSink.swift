// The file that FFmpeg writes through a descriptor of ours, without seeing a name.
import CFFmpeg
internal import CLinux
import Glibc

/// A new file behind an AVIOContext. Belongs to the thread of its muxer.
final class FileSink {
  private let file: NewFile
  private(set) var context: UnsafeMutablePointer<AVIOContext>?

  private static let bufferSize = 65536

  init(_ file: NewFile) throws(CodecFault) {
    self.file = file
    guard let buffer = av_malloc(Self.bufferSize) else { throw .outOfMemory }
    context = avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), Int32(Self.bufferSize), 1,
      Unmanaged.passUnretained(file).toOpaque(), nil, writeNewFile, seekNewFile)
    guard context != nil else {
      av_free(buffer)
      throw .outOfMemory
    }
  }

  deinit {
    guard let context else { return }
    // FFmpeg may have replaced the buffer.
    av_free(context.pointee.buffer)
    avio_context_free(&self.context)
  }

  /// Writes FFmpeg's buffered bytes.
  func flush() throws(CodecFault) {
    avio_flush(context)
    try CodecFault.check(context?.pointee.error ?? 0)
  }
}

private func writeNewFile(
  _ owner: UnsafeMutableRawPointer?, _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int32
) -> Int32 {
  guard let owner, count > 0 else { return 0 }
  let file = Unmanaged<NewFile>.fromOpaque(owner).takeUnretainedValue()
  do throws(FileFault) {
    try file.write(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    return count
  } catch { return tritone_averror(error.code) }
}

private func seekNewFile(
  _ owner: UnsafeMutableRawPointer?, _ to: Int64, _ whence: Int32
) -> Int64 {
  guard let owner else { return Int64(tritone_averror(EINVAL)) }
  let descriptor = Unmanaged<NewFile>.fromOpaque(owner).takeUnretainedValue().descriptor
  let whence = whence & ~Int32(AVSEEK_FORCE)
  if whence == Int32(AVSEEK_SIZE) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return Int64(tritone_averror(errno)) }
    return Int64(status.st_size)
  }
  let offset = lseek(descriptor, Int(to), whence)
  return offset < 0 ? Int64(tritone_averror(errno)) : Int64(offset)
}

import Glibc
import Media
import Music

/// A WAV file of float32 stereo being written; finishing it completes the header.
struct WaveFile: ~Copyable {
  /// Hz.
  var rate = 44100
  private let path: FilePath
  private let descriptor: Int32
  private var frames = 0

  private static let headerSize = 58
  private static let bytesPerFrame = 8

  /// Creates the file; never overwrites a file or follows a link.
  init(_ path: FilePath) throws(MediaError) {
    self.path = path
    descriptor = (path.bytes + [0]).withUnsafeBytes {
      open(
        // because the array holds at least the closing zero, its base address exists
        $0.baseAddress!.assumingMemoryBound(to: CChar.self),
        O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else { throw .unwritable(path, code: errno) }
    try writeHeader()
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Appends interleaved stereo.
  mutating func append(_ samples: UnsafeBufferPointer<Float>) throws(MediaError) {
    try write(UnsafeRawBufferPointer(samples))
    frames += samples.count / 2
  }

  /// Writes the true lengths into the header.
  mutating func finish() throws(MediaError) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .unwritable(path, code: errno) }
    try writeHeader()
  }

  private func writeHeader() throws(MediaError) {
    // Lengths beyond 32 bits are marked as unknown, as is the custom for streams.
    let bytes = frames * Self.bytesPerFrame
    let size = UInt32(clamping: bytes)
    var header: [UInt8] = []
    func put(_ text: String) { header += Array(text.utf8) }
    func put<Value: FixedWidthInteger>(_ value: Value) {
      withUnsafeBytes(of: value.littleEndian) { header += Array($0) }
    }
    put("RIFF")
    put(UInt32(clamping: bytes + Self.headerSize - 8))
    put("WAVEfmt ")
    put(UInt32(18))
    put(UInt16(3))  // IEEE float
    put(UInt16(2))
    // A file may claim any rate.
    put(UInt32(clamping: rate))
    put(UInt32(clamping: rate.multipliedReportingOverflow(by: Self.bytesPerFrame).partialValue))
    put(UInt16(Self.bytesPerFrame))
    put(UInt16(32))
    put(UInt16(0))
    put("fact")
    put(UInt32(4))
    put(UInt32(clamping: frames))
    put("data")
    put(size)
    let made = header
    var failure: MediaError?
    made.withUnsafeBytes { bytes in
      do throws(MediaError) { try write(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(MediaError) {
    var done = 0
    while done < bytes.count {
      // because `count` is above 0 here, there is a base address
      let wrote = Glibc.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
      if wrote < 0, errno != EINTR { throw .unwritable(path, code: errno) }
      done += max(0, wrote)
    }
  }
}

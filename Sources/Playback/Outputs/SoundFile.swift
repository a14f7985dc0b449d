import Media
import Music

/// A file of float stereo being written, in the format that its name says.
struct SoundFile: ~Copyable {
  private let path: FilePath
  private var wave: WaveFile?
  private var flac: AudioFileWriter?
  private let block: UnsafeMutableBufferPointer<Float>

  private static let blockFrames = 16384

  /// Creates the file, or empties it; a FLAC file when its rate is known.
  init(_ path: FilePath) throws(MediaError) {
    self.path = path
    if path.fileExtension != "flac" { wave = try WaveFile(path) }
    block = .allocate(capacity: 2 * Self.blockFrames)
  }

  deinit { block.deallocate() }

  /// Names the rate in Hz, before the first frame.
  mutating func setRate(_ rate: Int) throws(MediaError) {
    if wave != nil {
      wave?.rate = rate
    } else if flac == nil {
      flac = try AudioFileWriter(to: path, format: .flac24, sampleRate: rate)
    }
  }

  /// Writes what `fill` puts into a block; the number of frames.
  mutating func append(
    _ fill: (UnsafeMutablePointer<Float>, Int) -> Int
  ) throws(MediaError) -> Int {
    guard let start = block.baseAddress else { return 0 }
    let frames = fill(start, Self.blockFrames)
    let samples = UnsafeBufferPointer(start: start, count: frames * 2)
    try wave?.append(samples)
    try flac?.write(samples)
    return frames
  }

  /// Completes the file.
  mutating func finish() throws(MediaError) {
    try wave?.finish()
    try flac?.finish()
  }
}

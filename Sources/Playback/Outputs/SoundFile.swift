import Media
import Music

/// A file of float stereo being written, in the format that its name or its format says.
struct SoundFile: ~Copyable {
  private let path: FilePath
  private let format: MixFormat?
  private var wave: WaveFile?
  private var encoded: AudioFileWriter?
  private let block: UnsafeMutableBufferPointer<Float>

  private static let blockFrames = 16384

  /// Creates the file; what is encoded when its rate is known.
  init(_ path: FilePath, _ format: MixFormat? = nil) throws(MediaError) {
    self.path = path
    self.format = format
    if format == nil, path.fileExtension != "flac" { wave = try WaveFile(path) }
    block = .allocate(capacity: 2 * Self.blockFrames)
  }

  deinit { block.deallocate() }

  /// Names the rate in Hz, before the first frame.
  mutating func setRate(_ rate: Int) throws(MediaError) {
    if wave != nil {
      wave?.rate = rate
    } else if encoded == nil {
      encoded = try AudioFileWriter(
        to: path, format: format?.encoding ?? .flac24, sampleRate: rate,
        isDithered: format != nil, tags: Tags(title: format?.title),
        replaces: format?.replaces ?? false)
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
    try encoded?.write(samples)
    return frames
  }

  /// Lets go of the file; one that was encoded and not finished goes with it.
  mutating func close() {
    wave = nil
    encoded = nil
  }

  /// Completes the file.
  mutating func finish() throws(MediaError) {
    try wave?.finish()
    try encoded?.finish()
  }
}

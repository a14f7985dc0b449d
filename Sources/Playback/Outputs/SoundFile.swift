import Media
import Music

/// A float stereo file being written, in the format of its name or of `MixFormat`; an unfinished
/// encoded file is deleted with this value.
struct SoundFile: ~Copyable {
  private let path: FilePath
  private let format: MixFormat?
  private var wave: WaveFile?
  private var encoded: AudioFileWriter?
  /// The buffer for the next block.
  let block: UnsafeMutablePointer<Float>

  static let blockFrames = 16384

  /// Creates the file; an encoded one once its rate is known.
  init(_ path: FilePath, _ format: MixFormat? = nil) throws(MediaError) {
    self.path = path
    self.format = format
    if format == nil, path.fileExtension != "flac" { wave = try WaveFile(path) }
    block = .allocate(capacity: 2 * Self.blockFrames)
  }

  deinit { block.deallocate() }

  /// Sets the rate in Hz, before the first frame.
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

  /// Writes the first frames of the block.
  mutating func append(_ frames: Int) throws(MediaError) {
    let samples = UnsafeBufferPointer(start: block, count: frames * 2)
    try wave?.append(samples)
    try encoded?.write(samples)
  }

  /// Completes the file.
  mutating func finish() throws(MediaError) {
    try wave?.finish()
    try encoded?.finish()
  }
}

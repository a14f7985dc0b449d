import Media
import Music

/// A file of float stereo being written, in the format that its name or its format says; one that is
/// encoded and not finished goes with this value.
struct SoundFile: ~Copyable {
  private let path: FilePath
  private let format: MixFormat?
  private var wave: WaveFile?
  private var encoded: AudioFileWriter?
  /// Where the frames of the next block are put.
  let block: UnsafeMutablePointer<Float>

  static let blockFrames = 16384

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

  /// Writes so many frames of the block.
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

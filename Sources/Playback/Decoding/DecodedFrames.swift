/// Decoded frames, interleaved stereo, that are not in the ring yet.
struct DecodedFrames {
  private var samples: [Float] = []
  private var taken = 0

  /// The number of frames left.
  var count: Int { samples.count / 2 - taken }

  mutating func append(_ frames: UnsafeBufferPointer<Float>) { samples += frames }

  /// The frames left, valid while `body` runs.
  func read<Result>(_ body: (UnsafePointer<Float>?) -> Result) -> Result {
    samples.withUnsafeBufferPointer { frames in body(frames.baseAddress.map { $0 + taken * 2 }) }
  }

  /// Removes the first frames; the last one frees the memory.
  mutating func consume(_ frames: Int) {
    taken += frames
    if count == 0 { removeAll() }
  }

  mutating func removeAll() { self = DecodedFrames() }
}

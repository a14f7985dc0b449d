/// Decoded frames, interleaved stereo, that wait for their place in the ring.
struct DecodedFrames {
  private var samples: [Float] = []
  private var taken = 0

  /// The frames that were not taken yet.
  var count: Int { samples.count / 2 - taken }

  mutating func append(_ frames: UnsafeBufferPointer<Float>) { samples += frames }

  /// The frames that were not taken yet, for as long as `body` runs.
  func read<Result>(_ body: (UnsafePointer<Float>?) -> Result) -> Result {
    samples.withUnsafeBufferPointer { frames in body(frames.baseAddress.map { $0 + taken * 2 }) }
  }

  /// Forgets the first frames; with the last one the memory is let go of.
  mutating func consume(_ frames: Int) {
    taken += frames
    if count == 0 { removeAll() }
  }

  mutating func removeAll() { self = DecodedFrames() }
}

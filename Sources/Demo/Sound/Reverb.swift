/// A small room: four damped combs and two all-passes a side (Schroeder 1962, Moorer 1979).
struct Reverb {
  /// The feedback of the combs, below 1.
  var feedback: Float
  /// The treble loss of each pass, 0 to 1.
  var damping: Float

  private static let combs = [1557, 1617, 1491, 1422]
  private static let allPasses = [556, 225]
  /// The right side is a little longer, for a wide sound.
  private static let spread = 23

  /// Replaces `sound` by its reverberation.
  func apply(to sound: Sound) {
    process(sound.left, count: sound.frames, spread: 0)
    process(sound.right, count: sound.frames, spread: Self.spread)
  }

  private func process(_ samples: UnsafeMutablePointer<Float>, count: Int, spread: Int) {
    let sum = UnsafeMutablePointer<Float>.allocate(capacity: max(1, count))
    defer { sum.deallocate() }
    sum.initialize(repeating: 0, count: count)
    for length in Self.combs { comb(samples, into: sum, count: count, length: length + spread) }
    for length in Self.allPasses { allPass(sum, count: count, length: length + spread) }
    samples.update(from: sum, count: count)
  }

  private func comb(
    _ input: UnsafeMutablePointer<Float>, into sum: UnsafeMutablePointer<Float>, count: Int,
    length: Int
  ) {
    let line = UnsafeMutablePointer<Float>.allocate(capacity: length)
    defer { line.deallocate() }
    line.initialize(repeating: 0, count: length)
    let (feedback, damping) = (feedback, damping)
    var kept: Float = 0
    var at = 0
    var frame = 0
    while frame < count {
      let output = line[at]
      kept = output + (kept - output) * damping
      line[at] = input[frame] * 0.25 + kept * feedback
      sum[frame] += output
      at &+= 1
      if at == length { at = 0 }
      frame &+= 1
    }
  }

  private func allPass(_ samples: UnsafeMutablePointer<Float>, count: Int, length: Int) {
    let line = UnsafeMutablePointer<Float>.allocate(capacity: length)
    defer { line.deallocate() }
    line.initialize(repeating: 0, count: length)
    var at = 0
    var frame = 0
    while frame < count {
      let delayed = line[at]
      let output = delayed - samples[frame] * 0.5
      line[at] = samples[frame] + output * 0.5
      samples[frame] = output
      at &+= 1
      if at == length { at = 0 }
      frame &+= 1
    }
  }
}

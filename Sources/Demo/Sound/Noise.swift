/// White noise from -1 to 1, quick rather than good.
struct Noise {
  private var state: UInt32

  init(seed: UInt32) { state = seed }

  @inline(__always)
  mutating func next() -> Float {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Float(Int32(truncatingIfNeeded: state)) * (1 / 2_147_483_648)
  }
}

// The arithmetic of an `EffectChain` on one block of interleaved stereo, in double precision: the
// low shelves' poles lie so near to the unit circle that single precision would be audible noise.
// Runs on the audio thread: it must not allocate, lock, or touch a reference.

/// The filter state of one band, both channels.
struct BandState: BitwiseCopyable {
  var left1 = 0.0
  var left2 = 0.0
  var right1 = 0.0
  var right2 = 0.0
}

/// Louder input (+48 dB) is a broken file; unbounded, the filters would ring on for minutes.
private let maximumInput: Float = 256

/// Smaller samples and states (-500 dB) are flushed to zero, long before they become slow
/// denormals.
private let minimumMagnitude = 1e-25

/// Clears the filter states.
@_noLocks @_noAllocation
func clear(_ states: UnsafeMutablePointer<BandState>, _ count: Int) {
  var index = 0
  while index < count {
    states[index] = BandState()
    index &+= 1
  }
}

/// Reads samples in; those that are not finite become silence, so that no filter holds them.
@_noLocks @_noAllocation
func load(
  _ samples: UnsafePointer<Float>, _ block: UnsafeMutablePointer<Double>, _ frames: Int
) {
  var index = 0
  while index < frames &* 2 {
    let sample = finite(samples[index])
    block[index] = Double(min(maximumInput, max(-maximumInput, sample)))
    index &+= 1
  }
}

/// Writes samples out; (nearly) denormal `Float` values become zero.
@_noLocks @_noAllocation
func store(
  _ block: UnsafePointer<Double>, _ samples: UnsafeMutablePointer<Float>, _ frames: Int
) {
  var index = 0
  while index < frames &* 2 {
    let sample = block[index]
    samples[index] = abs(sample) < minimumMagnitude ? 0 : Float(sample)
    index &+= 1
  }
}

/// Applies all bands in series, then the matrix.
@_noLocks @_noAllocation
func shape(
  _ settings: UnsafePointer<EffectSettings>, _ states: UnsafeMutablePointer<BandState>,
  _ block: UnsafeMutablePointer<Double>, _ frames: Int
) {
  var index = 0
  while index < settings.pointee.bandCount {
    let band = settings.pointee.bands[index]
    filter(band.coefficients, states + band.slot, block, frames)
    index &+= 1
  }
  let matrix = settings.pointee.matrix
  if !matrix.isIdentity { mix(matrix, block, frames) }
}

/// One band in transposed direct form II, which has little noise with poles near 1.
@_noLocks @_noAllocation
private func filter(
  _ band: BiquadCoefficients, _ state: UnsafeMutablePointer<BandState>,
  _ block: UnsafeMutablePointer<Double>, _ frames: Int
) {
  var (left1, left2) = (state.pointee.left1, state.pointee.left2)
  var (right1, right2) = (state.pointee.right1, state.pointee.right2)
  var index = 0
  while index < frames &* 2 {
    let (left, right) = (block[index], block[index &+ 1])
    let skipped = band.b0 * left + left1
    let rightOut = band.b0 * right + right1
    left1 = band.b1 * left - band.a1 * skipped + left2
    right1 = band.b1 * right - band.a1 * rightOut + right2
    left2 = band.b2 * left - band.a2 * skipped
    right2 = band.b2 * right - band.a2 * rightOut
    block[index] = skipped
    block[index &+ 1] = rightOut
    index &+= 2
  }
  state.pointee = BandState(
    left1: flushedDenormal(left1), left2: flushedDenormal(left2), right1: flushedDenormal(right1),
    right2: flushedDenormal(right2))
}

@inline(__always)
private func flushedDenormal(_ state: Double) -> Double {
  abs(state) < minimumMagnitude ? 0 : state
}

@_noLocks @_noAllocation
private func mix(
  _ matrix: StereoMatrix, _ block: UnsafeMutablePointer<Double>, _ frames: Int
) {
  var index = 0
  while index < frames &* 2 {
    let (left, right) = (block[index], block[index &+ 1])
    block[index] = matrix.leftToLeft * left + matrix.rightToLeft * right
    block[index &+ 1] = matrix.leftToRight * left + matrix.rightToRight * right
    index &+= 2
  }
}

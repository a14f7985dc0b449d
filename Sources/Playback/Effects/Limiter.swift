// Holds the output finite and within full scale. Runs on the audio thread: it must not allocate,
// lock, or touch a reference.

/// A limiter without look-ahead, with one gain for both channels.
struct Limiter: BitwiseCopyable {
  /// 1 unless it limits or recovers.
  var gain = 1.0
}

/// The magnitude's bits, whose integer order is that of the numbers, with infinity and NaN above
/// all others.
@_noLocks @_noAllocation
func magnitudeBits(_ sample: Float) -> Int32 {
  Int32(truncatingIfNeeded: sample.bitPattern & 0x7fff_ffff)
}

/// The largest `magnitudeBits` of some samples; integers, so that the compiler vectorises it.
@_noLocks @_noAllocation
func largestMagnitudeBits(_ samples: UnsafePointer<Float>, _ count: Int) -> Int32 {
  var largest: Int32 = 0
  var index = 0
  while index < count {
    largest = max(largest, magnitudeBits(samples[index]))
    index &+= 1
  }
  return largest
}

/// Replaces a number that is not finite by 0.
@_noLocks @_noAllocation
func finite(_ sample: Float) -> Float {
  magnitudeBits(sample) < 0x7f80_0000 ? sample : 0
}

/// Limits interleaved stereo in place. `release` is the part of the way back to unity per frame.
@_noLocks @_noAllocation
func limit(
  _ limiter: UnsafeMutablePointer<Limiter>, _ samples: UnsafeMutablePointer<Float>, _ frames: Int,
  release: Double
) {
  var gain = limiter.pointee.gain
  if gain == 1, largestMagnitudeBits(samples, frames &* 2) <= 0x3f80_0000 { return }
  var index = 0
  while index < frames &* 2 {
    let left = finite(samples[index])
    let right = finite(samples[index &+ 1])
    // Aims a little above unity, so as to arrive there after 0.7 s and not to come to rest below.
    if gain < 1 { gain = min(1, gain + (1.001 - gain) * release) }
    let peak = Double(max(abs(left), abs(right)))
    if peak * gain > 1 { gain = 1 / peak }
    if gain < 1 {
      samples[index] = Float(Double(left) * gain)
      samples[index &+ 1] = Float(Double(right) * gain)
    } else {
      samples[index] = left
      samples[index &+ 1] = right
    }
    index &+= 2
  }
  limiter.pointee.gain = gain
}

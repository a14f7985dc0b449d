/// A gain that changes over some frames, so that nothing clicks. For the audio thread.
struct GainRamp: BitwiseCopyable {
  private var now: Float = 1
  private var target: Float = 1
  private var step: Float = 0
  private var left = 0

  /// Whether samples pass bit for bit.
  var isUnity: Bool {
    @_noLocks @_noAllocation get { left == 0 && now == 1 }
  }

  /// The last frame's gain.
  var current: Float {
    @_noLocks @_noAllocation get { now }
  }

  /// Ramps to a gain within so many frames, at once for 0; a ramp to the same gain only gets
  /// shorter.
  @_noLocks @_noAllocation
  mutating func ramp(to wanted: Float, over frames: Int) {
    if frames == 0 {
      now = wanted
      target = wanted
      left = 0
    } else if wanted != target {
      target = wanted
      left = frames
      step = (wanted - now) / Float(frames)
    } else if frames < left {
      left = frames
      step = (wanted - now) / Float(frames)
    }
  }

  /// The next frame's gain.
  @_noLocks @_noAllocation
  mutating func next() -> Float {
    if left > 0 {
      left &-= 1
      // Counted from the end, where the rounding errors of 100,000 steps would add up to a step.
      now = target - step * Float(left)
    }
    return now
  }
}

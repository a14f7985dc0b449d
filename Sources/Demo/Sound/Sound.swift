/// Stereo samples in memory of its own, initially silent.
///
/// Two plain pointers rather than arrays: the inner loops of the synthesiser are written over
/// them with `while`, which keeps even an unoptimised build many times faster than real time.
/// Belongs to the thread that created it.
final class Sound {
  let frames: Int
  let left: UnsafeMutablePointer<Float>
  let right: UnsafeMutablePointer<Float>

  init(frames: Int) {
    self.frames = frames
    left = .allocate(capacity: max(1, frames))
    right = .allocate(capacity: max(1, frames))
    left.initialize(repeating: 0, count: frames)
    right.initialize(repeating: 0, count: frames)
  }

  deinit {
    left.deallocate()
    right.deallocate()
  }

  /// Mixes `other` in from frame `start` on, clipped to this sound's range.
  ///
  /// - Parameter pan: -1 is left, 1 is right, with constant power.
  func add(_ other: Sound, at start: Int, gain: Float = 1, pan: Float = 0) {
    let first = max(0, -start)
    let last = min(other.frames, frames - start)
    let leftGain = gain * min(1, 1 - pan)
    let rightGain = gain * min(1, 1 + pan)
    let (toLeft, toRight) = (left + start, right + start)
    let (fromLeft, fromRight) = (other.left, other.right)
    var frame = first
    while frame < last {
      toLeft[frame] += fromLeft[frame] * leftGain
      toRight[frame] += fromRight[frame] * rightGain
      frame &+= 1
    }
  }

  /// Multiplies the frames by `envelope`.
  func multiply(by envelope: UnsafeMutablePointer<Float>) {
    let (left, right) = (left, right)
    var frame = 0
    while frame < frames {
      left[frame] *= envelope[frame]
      right[frame] *= envelope[frame]
      frame &+= 1
    }
  }

  /// Fades the last frames to silence, so that no end clicks.
  func fadeOut(frames count: Int) {
    let count = min(count, frames)
    let (left, right) = (left + (frames - count), right + (frames - count))
    var frame = 0
    while frame < count {
      let rest = 1 - Float(frame + 1) / Float(count)
      left[frame] *= rest * rest
      right[frame] *= rest * rest
      frame &+= 1
    }
  }

  /// Fades the first frames in from silence.
  func fadeIn(frames count: Int) {
    let (left, right) = (left, right)
    var frame = 0
    while frame < min(count, frames) {
      left[frame] *= Float(frame) / Float(count)
      right[frame] *= Float(frame) / Float(count)
      frame &+= 1
    }
  }

  /// Copies the left side to the right.
  func copyLeftToRight() { right.update(from: left, count: frames) }

  /// The frames of `range` as interleaved samples.
  func interleaved(_ range: Range<Int>) -> [Float] {
    [Float](unsafeUninitializedCapacity: range.count * 2) { buffer, count in
      guard let output = buffer.baseAddress else { return }
      let (left, right) = (left + range.lowerBound, right + range.lowerBound)
      var frame = 0
      while frame < range.count {
        output[frame &* 2] = left[frame]
        output[frame &* 2 &+ 1] = right[frame]
        frame &+= 1
      }
      count = range.count * 2
    }
  }
}

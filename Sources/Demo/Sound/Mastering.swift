/// The last step: saturates the sum a little and scales it to its level.
enum Mastering {
  /// -1 dBFS.
  static let peak: Float = 0.891_250_94
  /// -3 dBFS: a lossy codec may overshoot by up to two decibels.
  static let lossyPeak: Float = 0.707_945_78

  /// Saturates softly, then scales so that the highest sample is at `peak`.
  static func apply(to sound: Sound, peak: Float) {
    let highest = highestSample(of: sound)
    guard highest > 0 else { return }
    // The loudest moments reach well into the bend: their peaks shrink, the rest comes up.
    let drive = 1.5 / highest
    saturate(sound.left, count: sound.frames, drive: drive)
    saturate(sound.right, count: sound.frames, drive: drive)
    scale(sound, by: peak / highestSample(of: sound))
  }

  private static func highestSample(of sound: Sound) -> Float {
    let (left, right) = (sound.left, sound.right)
    var highest: Float = 0
    var frame = 0
    while frame < sound.frames {
      let (first, second) = (left[frame].magnitude, right[frame].magnitude)
      if first > highest { highest = first }
      if second > highest { highest = second }
      frame &+= 1
    }
    return highest
  }

  /// x / sqrt(1 + x²): linear for quiet samples, curved for loud ones.
  private static func saturate(
    _ samples: UnsafeMutablePointer<Float>, count: Int, drive: Float
  ) {
    var frame = 0
    while frame < count {
      let sample = samples[frame] * drive
      samples[frame] = sample / (1 + sample * sample).squareRoot()
      frame &+= 1
    }
  }

  private static func scale(_ sound: Sound, by gain: Float) {
    let (left, right) = (sound.left, sound.right)
    var frame = 0
    while frame < sound.frames {
      left[frame] *= gain
      right[frame] *= gain
      frame &+= 1
    }
  }
}

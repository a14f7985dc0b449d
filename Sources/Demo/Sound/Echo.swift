/// A ping-pong delay that darkens with each repeat.
struct Echo {
  /// The delay time in frames.
  var delay: Int
  var feedback: Float

  /// Adds the repeats to `sound`.
  func apply(to sound: Sound) {
    guard delay > 0 else { return }
    let first = UnsafeMutablePointer<Float>.allocate(capacity: delay)
    let second = UnsafeMutablePointer<Float>.allocate(capacity: delay)
    defer {
      first.deallocate()
      second.deallocate()
    }
    first.initialize(repeating: 0, count: delay)
    second.initialize(repeating: 0, count: delay)
    let (left, right, feedback) = (sound.left, sound.right, feedback)
    var dark: Float = 0
    var at = 0
    var frame = 0
    while frame < sound.frames {
      let (toLeft, toRight) = (first[at], second[at])
      dark += (toRight - dark) * 0.45
      first[at] = (left[frame] + right[frame]) * 0.5 * feedback + dark * feedback
      second[at] = toLeft
      left[frame] += toLeft
      right[frame] += toRight
      at &+= 1
      if at == delay { at = 0 }
      frame &+= 1
    }
  }
}

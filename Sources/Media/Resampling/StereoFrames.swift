/// A buffer of interleaved stereo samples.
struct StereoFrames: ~Copyable {
  private(set) var count = 0
  private var samples: UnsafeMutablePointer<Float>
  private var capacity = 16384
  private var first = 0

  init() { samples = .allocate(capacity: capacity * 2) }

  deinit { samples.deallocate() }

  var waiting: UnsafeBufferPointer<Float> {
    UnsafeBufferPointer(start: samples + first * 2, count: count * 2)
  }

  /// Removes the oldest frames.
  mutating func consume(_ frames: Int) {
    first += frames
    count -= frames
    if count == 0 { first = 0 }
  }

  mutating func removeAll() { (first, count) = (0, 0) }

  /// Appends up to `room` frames that `fill` writes; returns their number, or a negative error.
  mutating func append(room: Int, _ fill: (UnsafeMutablePointer<Float>) -> Int) -> Int {
    makeRoom(room)
    let made = fill(samples + (first + count) * 2)
    count += max(0, made)
    return made
  }

  /// Removes the newest frames.
  mutating func drop(_ frames: Int) { count -= frames }

  /// Removes the first of the newest `made` frames.
  mutating func drop(_ frames: Int, ofNewest made: Int) {
    let start = samples + (first + count - made) * 2
    start.update(from: start + frames * 2, count: (made - frames) * 2)
    count -= frames
  }

  private mutating func makeRoom(_ frames: Int) {
    guard first + count + frames > capacity else { return }
    let needed = max(capacity, (count + frames) * 2)
    let moved = UnsafeMutablePointer<Float>.allocate(capacity: needed * 2)
    moved.update(from: samples + first * 2, count: count * 2)
    samples.deallocate()
    (samples, capacity, first) = (moved, needed, 0)
  }
}

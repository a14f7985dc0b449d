/// Stereo samples in two planes: history first, then the unused frames.
struct StereoPlanes: ~Copyable {
  /// The most frames of history when room is made.
  private let memory: Int
  private var planes: (left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>)
  private var capacity = 16384
  private var count = 0
  /// The number of unused frames, the newest ones.
  private(set) var unused = 0

  init(memory: Int) {
    self.memory = memory
    planes = (.allocate(capacity: capacity), .allocate(capacity: capacity))
  }

  deinit {
    planes.left.deallocate()
    planes.right.deallocate()
  }

  /// Appends up to `room` frames that `fill` writes into both planes; returns their number, or a
  /// negative error.
  mutating func append(
    room: Int, _ fill: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) -> Int
  ) -> Int {
    makeRoom(room)
    let made = fill(planes.left + count, planes.right + count)
    count += max(0, made)
    unused += max(0, made)
    return made
  }

  /// The unused frames.
  var unusedPlanes: (left: UnsafePointer<Float>, right: UnsafePointer<Float>) {
    (UnsafePointer(planes.left + count - unused), UnsafePointer(planes.right + count - unused))
  }

  mutating func use() { unused = 0 }

  /// All frames of each side, the oldest first.
  var sides: [UnsafeMutableBufferPointer<Float>] {
    [planes.left, planes.right].map { UnsafeMutableBufferPointer(start: $0, count: count) }
  }

  private mutating func makeRoom(_ frames: Int) {
    guard count + frames > capacity else { return }
    let kept = min(count, memory + unused)
    let needed = max(capacity, (kept + frames) * 2)
    func moved(_ plane: UnsafeMutablePointer<Float>) -> UnsafeMutablePointer<Float> {
      guard needed > capacity else {
        plane.update(from: plane + count - kept, count: kept)
        return plane
      }
      let moved = UnsafeMutablePointer<Float>.allocate(capacity: needed)
      moved.update(from: plane + count - kept, count: kept)
      plane.deallocate()
      return moved
    }
    planes = (moved(planes.left), moved(planes.right))
    (capacity, count) = (needed, kept)
  }
}

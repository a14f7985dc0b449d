/// Stereo samples in two planes: some that are only remembered, then those that are still to be
/// used.
struct StereoPlanes: ~Copyable {
  /// Frames remembered at most, when room is made.
  private let memory: Int
  private var planes: (left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>)
  private var capacity = 16384
  private var count = 0
  /// Of the newest.
  private(set) var unused = 0

  init(memory: Int) {
    self.memory = memory
    planes = (.allocate(capacity: capacity), .allocate(capacity: capacity))
  }

  deinit {
    planes.left.deallocate()
    planes.right.deallocate()
  }

  /// Has `fill` write up to `room` frames into both planes; what it returns, which is how many it
  /// wrote, or below 0 where it failed.
  mutating func append(
    room: Int, _ fill: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) -> Int
  ) -> Int {
    makeRoom(room)
    let made = fill(planes.left + count, planes.right + count)
    count += max(0, made)
    unused += max(0, made)
    return made
  }

  /// Where the frames to be used are.
  var unusedPlanes: (left: UnsafePointer<Float>, right: UnsafePointer<Float>) {
    (UnsafePointer(planes.left + count - unused), UnsafePointer(planes.right + count - unused))
  }

  mutating func use() { unused = 0 }

  /// All there is of each side, the oldest first.
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

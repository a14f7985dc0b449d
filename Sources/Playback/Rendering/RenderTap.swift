// The rendered frames of the last seconds, kept for displays: written on the audio thread while
// somebody looks, read on any other. The writing side must not allocate, lock, or touch a reference.
import Glibc
import Synchronization

/// A store of rendered frames with their positions in the ring.
///
/// There is one writer, and readers never hold it up: a frame stays valid until the writer comes near
/// it, and a reader looks again at how far the writer is once it has copied.
struct RenderTap: ~Copyable {
  /// Where the frames from an index on lie in the ring.
  struct Mark {
    var index = 0
    var frame = 0.0
    /// Ring frames per frame.
    var speed = 1.0
    /// Whether the frames before it are of another place, or were never heard.
    var isJump = true
  }

  /// Frames, a power of two.
  static var capacity: Int { @_noLocks @_noAllocation get { 262_144 } }
  /// Frames behind the last one that may be read: the writer is at most two claims further.
  static var history: Int { capacity - 2 * RingMemory.largestClaim }
  static var markCapacity: Int { @_noLocks @_noAllocation get { 512 } }

  let samples: UnsafeMutablePointer<Float>
  let marks: UnsafeMutablePointer<Mark>
  /// Whether anybody looks.
  let isOn = Atomic<Bool>(false)
  /// Frames and marks written so far.
  let written = Atomic<Int>(0)
  let marked = Atomic<Int>(0)

  init() {
    samples = .mapped(frames: Self.capacity)
    marks = .allocate(capacity: Self.markCapacity)
    marks.initialize(repeating: Mark(), count: Self.markCapacity)
  }

  deinit {
    munmap(samples, Self.capacity * 8)
    marks.deallocate()
  }
}

/// Keeps frames just rendered, if anybody looks.
@_noLocks @_noAllocation
func tapSound(
  _ state: UnsafeMutablePointer<RenderState>, _ sound: UnsafeMutablePointer<Float>, _ frames: Int
) {
  let ring = state.pointee.ring
  guard ring.pointee.tap.isOn.load(ordering: .acquiring) else { return }
  let given = state.pointee.given
  let (frame, speed) = state.pointee.map.position(ofGiven: given)
  let index = ring.pointee.tap.written.load(ordering: .relaxed)
  let count = ring.pointee.tap.marked.load(ordering: .relaxed)
  let marks = ring.pointee.tap.marks
  let last = marks[(count &- 1) & (RenderTap.markCapacity &- 1)]
  let isJump = state.pointee.tapped != given
  let expected = last.frame + Double(index &- last.index) * last.speed
  if isJump || last.speed != speed || abs(expected - frame) >= 1 {
    marks[count & (RenderTap.markCapacity &- 1)] = RenderTap.Mark(
      index: index, frame: frame, speed: speed, isJump: isJump)
    ring.pointee.tap.marked.store(count &+ 1, ordering: .releasing)
  }
  let position = index & (RenderTap.capacity &- 1)
  let first = min(frames, RenderTap.capacity &- position)
  let samples = ring.pointee.tap.samples
  UnsafeMutableRawPointer(samples + position &* 2).copyMemory(from: sound, byteCount: first &* 8)
  UnsafeMutableRawPointer(samples).copyMemory(
    from: sound + first &* 2, byteCount: (frames &- first) &* 8)
  state.pointee.tapped = given &+ FrameNumber(frames)
  ring.pointee.tap.written.store(index &+ frames, ordering: .releasing)
}

// Reading, on any thread but the audio thread.
extension Ring {
  /// Keeps rendered frames from now on, or no longer.
  func keepRendered(_ isOn: Bool) {
    guard memory.pointee.tap.isOn.load(ordering: .acquiring) != isOn else { return }
    // The audio thread must not be the first to touch a page.
    if isOn, memory.pointee.tap.written.load(ordering: .acquiring) == 0 {
      memory.pointee.tap.samples.initialize(repeating: 0, count: 2 * RenderTap.capacity)
    }
    memory.pointee.tap.isOn.store(isOn, ordering: .releasing)
  }

  /// The rendered frames up to a frame of the ring, with silence before a jump; nil if that frame was
  /// not kept.
  func rendered(_ count: Int, before frame: FrameNumber) -> [SIMD2<Float>]? {
    let written = memory.pointee.tap.written.load(ordering: .acquiring)
    let marked = memory.pointee.tap.marked.load(ordering: .acquiring)
    let oldest = max(0, marked - RenderTap.markCapacity / 2)
    func mark(_ number: Int) -> RenderTap.Mark {
      memory.pointee.tap.marks[number & (RenderTap.markCapacity - 1)]
    }
    // The newest frames are those that are heard: a pause renders the same ones again.
    var limit = written
    var found: (number: Int, end: Int)?
    for number in (oldest..<marked).reversed() {
      let mark = mark(number)
      let offset = (Double(frame) - mark.frame) / mark.speed
      if offset >= 0, offset <= Double(limit - mark.index) + 1 {
        found = (number, min(limit, mark.index + Int(offset)))
        break
      }
      limit = mark.index
    }
    guard let found, count > 0 else { return nil }
    var number = found.number
    let end = found.end
    while number > oldest, !mark(number).isJump, mark(number).index > end - count { number -= 1 }
    let start = max(mark(number).index, end - count)
    var frames = [SIMD2<Float>](repeating: .zero, count: count)
    for index in start..<max(start, end) {
      let position = index & (RenderTap.capacity - 1)
      frames[count - (end - index)] = SIMD2(
        memory.pointee.tap.samples[2 * position], memory.pointee.tap.samples[2 * position + 1])
    }
    atomicMemoryFence(ordering: .acquiring)
    let isIntact =
      memory.pointee.tap.written.load(ordering: .relaxed) - start <= RenderTap.history
      && memory.pointee.tap.marked.load(ordering: .relaxed) - number < RenderTap.markCapacity
    return isIntact ? frames : nil
  }
}

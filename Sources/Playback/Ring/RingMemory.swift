// The ring's store and the operations of both ends. Every function here may run on the audio
// thread: it must not allocate, lock, or touch a reference; the attributes make the compiler check
// that.
import Glibc
import Synchronization

/// Interleaved float32 stereo between the decode thread (producer) and the output (consumer).
///
/// Both ends live in one word, so that the producer can cut unclaimed frames and the consumer can
/// skip, without either ever waiting for the other.
///
/// An overlap store of the same size holds, under the same frame numbers, the sound mixed with the
/// main store during a crossfade.
struct RingMemory: ~Copyable {
  /// Frames, a power of two.
  static var capacity: Int { @_noLocks @_noAllocation get { 1_048_576 } }
  /// Frames behind the playing end that stay valid: a lost device takes unheard sound with it, and
  /// frames being copied must not change.
  static var history: Int { @_noLocks @_noAllocation get { 131_072 } }
  /// The most frames that may be claimed at once.
  static var largestClaim: Int { @_noLocks @_noAllocation get { 32_768 } }

  let samples: UnsafeMutablePointer<Float>
  /// The sound that fades in over the end of `samples`.
  let overlap: UnsafeMutablePointer<Float>
  /// The writing end in the upper half and the playing end in the lower, both modulo 2^32.
  let ends = Atomic<UInt64>(0)
  /// Whether the producer wants to be woken when the fill falls to `wakeLevel`.
  let isProducerAsleep = Atomic<Bool>(false)
  let wakeLevel = Atomic<Int>(0)
  /// Whether the consumer wants to be woken when frames are appended.
  let isConsumerAsleep = Atomic<Bool>(false)
  /// The frame up to which crossfades are decided; a consumer that is not real-time stops there.
  let committedEnd = Atomic<UInt32>(0)
  /// Where another request's sound begins, playable only after a jump: the frame in the lower half,
  /// 1 in the upper one; 0 for none.
  let discontinuity = Atomic<UInt64>(0)
  /// Whether the writing end is the end of playback.
  let isComplete = Atomic<Bool>(false)
  /// The plan of the ring's items; written by the producer.
  let plans: UnsafeMutablePointer<RenderPlan>
  let planSlots = SlotExchange()
  /// The listener's settings; written by the player.
  let settings: UnsafeMutablePointer<RenderSettings>
  let settingsSlots = SlotExchange()
  /// The rendered frames kept for displays; written by the consumer.
  let tap = RenderTap()

  init() {
    plans = .allocate(capacity: 3)
    plans.initialize(repeating: RenderPlan(), count: 3)
    settings = .allocate(capacity: 3)
    settings.initialize(repeating: RenderSettings(rate: 44100), count: 3)
    samples = .mapped(frames: Self.capacity)
    overlap = .mapped(frames: Self.capacity)
  }

  deinit {
    plans.deallocate()
    settings.deallocate()
    munmap(samples, Self.capacity * 8)
    munmap(overlap, Self.capacity * 8)
  }
}

extension UnsafeMutablePointer<Float> {
  /// Room for frames, which takes memory only where written. Every page is touched before the audio
  /// thread may use it, so that the audio thread never faults.
  static func mapped(frames: Int) -> Self {
    let mapped = mmap(
      nil, frames * 8, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    // because a process that cannot map 8 MB cannot play at all
    precondition(mapped != MAP_FAILED)
    return mapped!.bindMemory(to: Float.self, capacity: frames * 2)
  }
}

/// The frames granted by `ringClaim`.
struct RingClaim {
  var start: UInt32
  var count: Int
}

@inline(__always)
private func writingEnd(_ word: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: word &>> 32) }

@inline(__always)
private func playingEnd(_ word: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: word) }

@inline(__always)
private func word(_ writing: UInt32, _ playing: UInt32) -> UInt64 {
  UInt64(writing) &<< 32 | UInt64(playing)
}

/// The frames between the two ends.
@_noLocks @_noAllocation
func ringFill(_ ring: UnsafeMutablePointer<RingMemory>) -> Int {
  let ends = ring.pointee.ends.load(ordering: .acquiring)
  return Int(writingEnd(ends) &- playingEnd(ends))
}

/// The frames up to the committed end.
@_noLocks @_noAllocation
func ringSettled(_ ring: UnsafeMutablePointer<RingMemory>) -> Int {
  let ends = ring.pointee.ends.load(ordering: .acquiring)
  let committedEnd = ring.pointee.committedEnd.load(ordering: .acquiring)
  let left = Int(Int32(bitPattern: committedEnd &- playingEnd(ends)))
  return min(Int(writingEnd(ends) &- playingEnd(ends)), max(0, left))
}

@_noLocks @_noAllocation
func ringEnds(
  _ ring: UnsafeMutablePointer<RingMemory>
) -> (writing: UInt32, playing: UInt32) {
  let ends = ring.pointee.ends.load(ordering: .acquiring)
  return (writingEnd(ends), playingEnd(ends))
}

@inline(__always)
private func copy(
  _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, _ frames: Int
) {
  UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: frames &* 8)
}

/// Moves the playing end on by up to `frames` frames, which the caller may then read: they stay
/// valid for as long as `history` allows.
@_noLocks @_noAllocation
func ringClaim(
  _ ring: UnsafeMutablePointer<RingMemory>, _ frames: Int, onlyCommitted: Bool
) -> RingClaim {
  let wanted = min(frames, RingMemory.largestClaim)
  var ends = ring.pointee.ends.load(ordering: .acquiring)
  while true {
    var count = min(wanted, Int(writingEnd(ends) &- playingEnd(ends)))
    let discontinuity = ring.pointee.discontinuity.load(ordering: .acquiring)
    if discontinuity != 0 {
      let left = UInt32(truncatingIfNeeded: discontinuity) &- playingEnd(ends)
      count = min(count, max(0, Int(Int32(bitPattern: left))))
    }
    if onlyCommitted {
      let committedEnd = ring.pointee.committedEnd.load(ordering: .acquiring)
      count = min(count, Int(Int32(bitPattern: committedEnd &- playingEnd(ends))))
    }
    if count <= 0 { return RingClaim(start: playingEnd(ends), count: 0) }
    let claimed = word(writingEnd(ends), playingEnd(ends) &+ UInt32(truncatingIfNeeded: count))
    let (done, seen) = ring.pointee.ends.compareExchange(
      expected: ends, desired: claimed, ordering: .acquiringAndReleasing)
    if done { return RingClaim(start: playingEnd(ends), count: count) }
    ends = seen
  }
}

/// Clears the discontinuity at a frame after a jump to it.
@_noLocks @_noAllocation
func ringPassFence(_ ring: UnsafeMutablePointer<RingMemory>, at frame: UInt32) {
  let discontinuity = ring.pointee.discontinuity.load(ordering: .acquiring)
  guard discontinuity != 0,
    Int32(bitPattern: frame &- UInt32(truncatingIfNeeded: discontinuity)) >= 0
  else {
    return
  }
  // Fails where the producer has set another discontinuity meanwhile, which holds.
  _ = ring.pointee.discontinuity.compareExchange(
    expected: discontinuity, desired: 0, ordering: .acquiringAndReleasing)
}

/// Copies claimed frames from one of the two stores.
@_noLocks @_noAllocation
func ringCopy(
  _ store: UnsafeMutablePointer<Float>, from start: UInt32, to out: UnsafeMutablePointer<Float>,
  _ frames: Int
) {
  let index = Int(start) & (RingMemory.capacity &- 1)
  let first = min(frames, RingMemory.capacity &- index)
  copy(store + index &* 2, to: out, first)
  copy(store, to: out + first &* 2, frames &- first)
}

/// Moves the playing end to a frame; false if it lies behind the writing end or beyond the history.
@_noLocks @_noAllocation
func ringSkip(_ ring: UnsafeMutablePointer<RingMemory>, _ target: UInt32) -> Bool {
  var ends = ring.pointee.ends.load(ordering: .acquiring)
  while true {
    let fill = Int(writingEnd(ends) &- target)
    if fill > RingMemory.capacity { return false }
    let (done, seen) = ring.pointee.ends.compareExchange(
      expected: ends, desired: word(writingEnd(ends), target), ordering: .acquiringAndReleasing)
    if done { return true }
    ends = seen
  }
}

/// Cuts the ring at a frame; false if the consumer has claimed frames behind it.
@_noLocks @_noAllocation
func ringCut(_ ring: UnsafeMutablePointer<RingMemory>, _ target: UInt32) -> Bool {
  var ends = ring.pointee.ends.load(ordering: .acquiring)
  while true {
    let kept = Int(target &- playingEnd(ends))
    if kept > Int(writingEnd(ends) &- playingEnd(ends)) { return false }
    let (done, seen) = ring.pointee.ends.compareExchange(
      expected: ends, desired: word(target, playingEnd(ends)), ordering: .acquiringAndReleasing)
    if done { return true }
    ends = seen
  }
}

/// Appends frames; the caller has made sure that there is room.
@_noLocks @_noAllocation
func ringAppend(
  _ ring: UnsafeMutablePointer<RingMemory>, _ source: UnsafePointer<Float>, _ frames: Int
) {
  // Only the producer moves the writing end, so it stays put during the copy.
  var ends = ring.pointee.ends.load(ordering: .acquiring)
  ringStore(source, ring.pointee.samples, at: writingEnd(ends), frames)
  while true {
    let grown = word(writingEnd(ends) &+ UInt32(truncatingIfNeeded: frames), playingEnd(ends))
    let (done, seen) = ring.pointee.ends.compareExchange(
      expected: ends, desired: grown, ordering: .acquiringAndReleasing)
    if done { return }
    ends = seen
  }
}

/// Copies frames into one of the two stores without moving its ends.
@_noLocks @_noAllocation
func ringStore(
  _ source: UnsafePointer<Float>, _ store: UnsafeMutablePointer<Float>, at start: UInt32,
  _ frames: Int
) {
  let index = Int(start) & (RingMemory.capacity &- 1)
  let first = min(frames, RingMemory.capacity &- index)
  copy(source, to: store + index &* 2, first)
  copy(source + first &* 2, to: store, frames &- first)
}

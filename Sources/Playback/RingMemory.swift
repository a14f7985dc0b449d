// The store of the ring and what both of its ends do to it. Every function here may run on the
// audio thread: it must not allocate, lock, or touch a reference; the attributes make the compiler
// check that.
import Synchronization

/// Interleaved float32 stereo between the thread that decodes and the one that plays.
///
/// Both ends live in one word, so that the decoding side can take frames back that were not
/// claimed yet, and the playing side can skip, without either ever waiting for the other.
struct RingMemory: ~Copyable {
  /// Frames, a power of two.
  static let capacity = 1 << 19
  /// Frames behind the playing end that stay as they are: a device that goes away takes sound with
  /// it that nobody has heard, and what is being copied must not change.
  static let history = 1 << 16
  /// The most frames that may be claimed at once.
  static let largestClaim = 1 << 15

  let samples: UnsafeMutablePointer<Float>
  /// The writing end in the upper half and the playing end in the lower, both modulo 2^32.
  let ends = Atomic<UInt64>(0)
  /// Whether the decoding side wants to be woken when no more than `wakeLevel` is left.
  let isProducerAsleep = Atomic<Bool>(false)
  let wakeLevel = Atomic<Int>(0)
  /// Whether the playing side wants to be woken when something is appended.
  let isConsumerAsleep = Atomic<Bool>(false)

  init() {
    samples = .allocate(capacity: Self.capacity * 2)
    // Also touches every page, so that the audio thread never faults.
    samples.initialize(repeating: 0, count: Self.capacity * 2)
  }

  deinit { samples.deallocate() }
}

/// The frames that a caller of `claim` may copy.
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

/// Copies up to `frames` frames out and moves the playing end behind them; the number copied.
@_noLocks @_noAllocation
func ringRender(
  _ ring: UnsafeMutablePointer<RingMemory>, _ out: UnsafeMutablePointer<Float>, _ frames: Int
) -> Int {
  let wanted = min(frames, RingMemory.largestClaim)
  var ends = ring.pointee.ends.load(ordering: .acquiring)
  var count = 0
  while true {
    count = min(wanted, Int(writingEnd(ends) &- playingEnd(ends)))
    if count == 0 { return 0 }
    let claimed = word(writingEnd(ends), playingEnd(ends) &+ UInt32(truncatingIfNeeded: count))
    let (done, seen) = ring.pointee.ends.compareExchange(
      expected: ends, desired: claimed, ordering: .acquiringAndReleasing)
    if done { break }
    ends = seen
  }
  let mask = RingMemory.capacity &- 1
  let start = Int(playingEnd(ends)) & mask
  let first = min(count, RingMemory.capacity &- start)
  copy(ring.pointee.samples + start &* 2, to: out, first)
  copy(ring.pointee.samples, to: out + first &* 2, count &- first)
  return count
}

/// Moves the playing end to a frame number; false if that lies behind the writing end or further
/// back than the history goes.
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

/// Moves the writing end to a frame number; false if the playing side has claimed frames behind it.
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

/// Copies frames in behind the writing end; the caller has made sure that there is room.
@_noLocks @_noAllocation
func ringAppend(
  _ ring: UnsafeMutablePointer<RingMemory>, _ source: UnsafePointer<Float>, _ frames: Int
) {
  // Only this side moves the writing end, so it stays where it is during the copy.
  var ends = ring.pointee.ends.load(ordering: .acquiring)
  let mask = RingMemory.capacity &- 1
  let start = Int(writingEnd(ends)) & mask
  let first = min(frames, RingMemory.capacity &- start)
  copy(source, to: ring.pointee.samples + start &* 2, first)
  copy(source + first &* 2, to: ring.pointee.samples, frames &- first)
  while true {
    let grown = word(writingEnd(ends) &+ UInt32(truncatingIfNeeded: frames), playingEnd(ends))
    let (done, seen) = ring.pointee.ends.compareExchange(
      expected: ends, desired: grown, ordering: .acquiringAndReleasing)
    if done { return }
    ends = seen
  }
}

// Changes the speed of sound and keeps its pitch. Every function here may run on the audio thread:
// it must not allocate, lock, or touch a reference; the attributes make the compiler check that.

import Glibc

/// The state of a time stretcher for interleaved stereo, used by one thread at a time through a
/// pointer.
///
/// Source: W. Verhelst and M. Roelands, "An overlap-add technique based on waveform similarity
/// (WSOLA) for high quality time-scale modification of speech", ICASSP 1993. The output is made of
/// segments of one hop. Each goes on where the one before ended, as long as that is near enough to
/// where the speed wants to be; else it starts at the place in reach that is most like what would
/// have come, and is faded in over it. Both channels move alike, so the stereo picture stands.
struct Stretcher: ~Copyable {
  /// Frames of a segment (20 ms): a few periods of a voice, less than a syllable.
  let hop: Int
  /// Frames of a fade between segments (10 ms).
  let overlap: Int
  /// Frames that a segment may lie to either side of where the speed wants it (12 ms): the whole
  /// range takes in a period of 42 Hz.
  let reach: Int
  /// Frames that `input` keeps at most; its memory is twice that, so that it is moved seldom.
  let capacity: Int
  let input: UnsafeMutablePointer<Float>
  /// The faded beginning of the segment.
  let head: UnsafeMutablePointer<Float>
  /// Weights of what is faded in.
  let fade: UnsafeMutablePointer<Float>
  var search: StretchSearch

  var speed = 1.0
  var isFinished = false
  /// The input frame that is first in `input`; frames are counted from the last reset.
  var first = 0
  /// The input frames put.
  var end = 0
  /// The input frame to be copied after the head.
  var next = 0
  var segmentFrames = 0
  var segmentTaken = 0
  var headFrames = 0
  /// What the bounds of the segment stand for, in input frames.
  var segmentStart = 0.0
  var segmentEnd = 0.0

  /// `rate` is in Hz; beyond 8,000...192,000 the nearest of them is taken for it.
  init(rate: Int) {
    let bounded = min(192_000, max(8_000, rate))
    hop = bounded / 50
    overlap = bounded / 100
    reach = bounded * 12 / 1000
    capacity = hop * 16
    input = .allocate(capacity: capacity * 4)
    // Also touches every page, so that the audio thread never faults.
    input.initialize(repeating: 0, count: capacity * 4)
    head = .allocate(capacity: overlap * 2)
    head.initialize(repeating: 0, count: overlap * 2)
    fade = .allocate(capacity: overlap)
    for index in 0..<overlap {
      let angle = Double.pi * (Double(index) + 0.5) / Double(overlap)
      (fade + index).initialize(to: Float(0.5 - 0.5 * cos(angle)))
    }
    search = StretchSearch(overlap: overlap, reach: reach, decimation: max(1, bounded / 6_000))
  }

  deinit {
    input.deallocate()
    head.deallocate()
    fade.deallocate()
    search.deallocate()
  }
}

/// Input frames per output frame, 0.5...3; holds from the next segment on, 20 ms later at most.
@_noLocks @_noAllocation
func stretchSetSpeed(_ stretcher: UnsafeMutablePointer<Stretcher>, _ speed: Double) {
  // What is not a number fails the first comparison.
  stretcher.pointee.speed = speed >= 0.5 ? min(3, speed) : speed < 0.5 ? 0.5 : 1
}

/// Forgets all input; frames are counted from 0 again, and the speed stays.
@_noLocks @_noAllocation
func stretchReset(_ stretcher: UnsafeMutablePointer<Stretcher>) {
  stretcher.pointee.isFinished = false
  stretcher.pointee.first = 0
  stretcher.pointee.end = 0
  stretcher.pointee.next = 0
  stretcher.pointee.segmentFrames = 0
  stretcher.pointee.segmentTaken = 0
  stretcher.pointee.headFrames = 0
  stretcher.pointee.segmentStart = 0
  stretcher.pointee.segmentEnd = 0
}

/// No more input comes before the next reset: what is left is given out to its last frame.
@_noLocks @_noAllocation
func stretchFinish(_ stretcher: UnsafeMutablePointer<Stretcher>) {
  stretcher.pointee.isFinished = true
}

/// The input frame that the next output frame stands for, counted from the last reset. Never goes
/// back, and is the number of frames put when all of them were taken.
@_noLocks @_noAllocation
func stretchPosition(_ stretcher: UnsafeMutablePointer<Stretcher>) -> Double {
  let frames = stretcher.pointee.segmentFrames
  let taken = stretcher.pointee.segmentTaken
  let (start, end) = (stretcher.pointee.segmentStart, stretcher.pointee.segmentEnd)
  return taken < frames ? start + (end - start) * Double(taken) / Double(frames) : end
}

/// Whether all that was put in has been given out.
@_noLocks @_noAllocation
func stretchIsEmpty(_ stretcher: UnsafeMutablePointer<Stretcher>) -> Bool {
  stretcher.pointee.next == stretcher.pointee.end
    && stretcher.pointee.segmentTaken == stretcher.pointee.segmentFrames
}

/// The input frames that may be put now.
@_noLocks @_noAllocation
func stretchRoom(_ stretcher: UnsafeMutablePointer<Stretcher>) -> Int {
  if stretcher.pointee.isFinished { return 0 }
  return stretcher.pointee.capacity &- (stretcher.pointee.end &- firstNeeded(stretcher))
}

/// Takes up to `frames` frames in; the number taken. What is not a finite number becomes 0.
@_noLocks @_noAllocation
func stretchPut(
  _ stretcher: UnsafeMutablePointer<Stretcher>, _ source: UnsafePointer<Float>, _ frames: Int
) -> Int {
  let count = min(frames, stretchRoom(stretcher))
  if count <= 0 { return 0 }
  let input = stretcher.pointee.input
  var held = stretcher.pointee.end &- stretcher.pointee.first
  if held &+ count > stretcher.pointee.capacity &* 2 {
    let needed = firstNeeded(stretcher)
    held = stretcher.pointee.end &- needed
    copyFrames(input + (needed &- stretcher.pointee.first) &* 2, to: input, held)
    stretcher.pointee.first = needed
  }
  let target = input + held &* 2
  copyFrames(source, to: target, count)
  if largestMagnitudeBits(target, count &* 2) >= 0x7f80_0000 {
    var index = 0
    while index < count &* 2 {
      target[index] = finite(target[index])
      index &+= 1
    }
  }
  stretcher.pointee.end &+= count
  return count
}

/// Gives up to `frames` frames out; the number given, less only if more input is needed or all was
/// given.
@_noLocks @_noAllocation
func stretchTake(
  _ stretcher: UnsafeMutablePointer<Stretcher>, _ out: UnsafeMutablePointer<Float>, _ frames: Int
) -> Int {
  var done = 0
  while done < frames {
    let taken = stretcher.pointee.segmentTaken
    if taken == stretcher.pointee.segmentFrames {
      if !stretchBegin(stretcher) { break }
      continue
    }
    var count = min(frames &- done, stretcher.pointee.segmentFrames &- taken)
    let headLeft = stretcher.pointee.headFrames &- taken
    if headLeft > 0 {
      count = min(count, headLeft)
      copyFrames(stretcher.pointee.head + taken &* 2, to: out + done &* 2, count)
    } else {
      copyFrames(stretchFrame(stretcher, stretcher.pointee.next), to: out + done &* 2, count)
      stretcher.pointee.next &+= count
    }
    stretcher.pointee.segmentTaken &+= count
    done &+= count
  }
  return done
}

/// The input frames still missing before `outFrames` frames can be taken at this speed; may be more
/// than there is room for, in which case some must be taken first.
@_noLocks @_noAllocation
func stretchInputWanted(
  _ stretcher: UnsafeMutablePointer<Stretcher>, outFrames: Int
) -> Int {
  if stretcher.pointee.isFinished { return 0 }
  let segmentLeft = stretcher.pointee.segmentFrames &- stretcher.pointee.segmentTaken
  var left = outFrames &- segmentLeft
  if left <= 0 { return 0 }
  let headLeft = max(0, stretcher.pointee.headFrames &- stretcher.pointee.segmentTaken)
  let next = stretcher.pointee.next &+ segmentLeft &- headLeft
  if stretcher.pointee.speed == 1 { return max(0, next &+ left &- stretcher.pointee.end) }
  // Adds up as the segments will, so as to round as they do.
  let step = Double(stretcher.pointee.hop) * stretcher.pointee.speed
  var position = stretcher.pointee.segmentEnd
  while left > stretcher.pointee.hop {
    position += step
    left &-= stretcher.pointee.hop
  }
  return max(0, stretchInputEnd(stretcher, position) &- stretcher.pointee.end)
}

/// The first input frame that may still be looked at.
@_noLocks @_noAllocation
private func firstNeeded(_ stretcher: UnsafeMutablePointer<Stretcher>) -> Int {
  let behind =
    Int(stretcher.pointee.segmentEnd)
    &- stretcher.pointee.hop &- stretcher.pointee.reach
  return max(stretcher.pointee.first, min(stretcher.pointee.next, behind))
}

@_noLocks @_noAllocation
private func copyFrames(
  _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, _ frames: Int
) {
  UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: frames &* 8)
}

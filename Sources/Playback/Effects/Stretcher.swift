// Changes the speed of sound and keeps its pitch. Every function here may run on the audio thread:
// it must not allocate, lock, or touch a reference; the attributes make the compiler check that.

import Glibc

/// The state of a time stretcher for interleaved stereo, used by one thread at a time through a
/// pointer.
///
/// Source: W. Verhelst and M. Roelands, "An overlap-add technique based on waveform similarity
/// (WSOLA) for high quality time-scale modification of speech", ICASSP 1993. The output is made of
/// segments of one hop. A segment continues the previous one if that is near enough to the position
/// that the speed implies; else it starts at the position within reach that is most like that
/// continuation, crossfaded. Both channels move alike, so the stereo image is stable.
struct Stretcher: ~Copyable {
  /// Frames of a segment.
  var hop: Int { @_noLocks @_noAllocation get { lengths.hop } }
  /// Frames of a fade between segments.
  var overlap: Int { @_noLocks @_noAllocation get { lengths.overlap } }
  /// The largest offset of a segment from its ideal position.
  var reach: Int { @_noLocks @_noAllocation get { lengths.reach } }
  /// The lengths in force, those of music and those of fast speech.
  var lengths: StretchLengths
  let longLengths: StretchLengths
  let shortLengths: StretchLengths
  /// The largest fill of `input`; its memory is twice that, so that moves are rare.
  let capacity: Int
  let input: UnsafeMutablePointer<Float>
  /// The crossfaded beginning of the segment.
  let head: UnsafeMutablePointer<Float>
  var search: StretchSearch

  var speed = 1.0
  var isFinished = false
  /// The first input frame in `input`, counted from the last reset.
  var first = 0
  /// The number of input frames put.
  var end = 0
  /// The next input frame to copy after the head.
  var next = 0
  var segmentFrames = 0
  var segmentTaken = 0
  var headFrames = 0
  /// The segment's ideal start, in input frames.
  var segmentStart = 0.0
  var segmentEnd = 0.0

  /// `rate` is in Hz, clamped to 8,000...192,000.
  init(rate: Int) {
    let bounded = min(192_000, max(8_000, rate))
    // A few periods of a voice, less than a syllable; the reach holds a period of 42 Hz.
    longLengths = StretchLengths(hop: 0.02, overlap: 0.01, reach: 0.012, rate: bounded)
    // A consonant of 50 ms is left with 17 ms at triple speed.
    shortLengths = StretchLengths(hop: 0.015, overlap: 0.0075, reach: 0.01, rate: bounded)
    lengths = longLengths
    capacity = longLengths.hop * 16
    input = .allocate(capacity: capacity * 4)
    // Also touches every page, so that the audio thread never faults.
    input.initialize(repeating: 0, count: capacity * 4)
    head = .allocate(capacity: longLengths.overlap * 2)
    head.initialize(repeating: 0, count: longLengths.overlap * 2)
    search = StretchSearch(
      overlap: longLengths.overlap, reach: longLengths.reach, decimation: max(1, bounded / 6_000))
  }

  deinit {
    input.deallocate()
    head.deallocate()
    longLengths.fade.deallocate()
    shortLengths.fade.deallocate()
    search.deallocate()
  }
}

/// The lengths of segments, in frames.
struct StretchLengths: BitwiseCopyable {
  /// The speed from which on those of fast speech are in force; music is seldom played so fast.
  static var fastSpeed: Double { @_noLocks @_noAllocation get { 1.5 } }

  let hop: Int
  let overlap: Int
  let reach: Int
  /// The weights of a fade-in.
  let fade: UnsafeMutablePointer<Float>

  /// From seconds.
  init(hop: Double, overlap: Double, reach: Double, rate: Int) {
    self.hop = Int(hop * Double(rate) + 0.5)
    self.overlap = Int(overlap * Double(rate) + 0.5)
    self.reach = Int(reach * Double(rate) + 0.5)
    fade = .allocate(capacity: self.overlap)
    for index in 0..<self.overlap {
      let angle = Double.pi * (Double(index) + 0.5) / Double(self.overlap)
      (fade + index).initialize(to: Float(0.5 - 0.5 * cos(angle)))
    }
  }
}

/// Input frames per output frame, 0.5...3; takes effect with the next segment, within 20 ms.
@_noLocks @_noAllocation
func stretchSetSpeed(_ stretcher: UnsafeMutablePointer<Stretcher>, _ speed: Double) {
  // NaN fails the first comparison.
  let bounded = speed >= 0.5 ? min(3, speed) : speed < 0.5 ? 0.5 : 1
  stretcher.pointee.speed = bounded
  stretcher.pointee.lengths =
    bounded < StretchLengths.fastSpeed
    ? stretcher.pointee.longLengths : stretcher.pointee.shortLengths
  stretcher.pointee.search.length = stretcher.pointee.overlap
}

/// Drops all input and counts frames from 0; the speed stays.
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

/// Ends the input until the next reset: the rest is output to its last frame.
@_noLocks @_noAllocation
func stretchFinish(_ stretcher: UnsafeMutablePointer<Stretcher>) {
  stretcher.pointee.isFinished = true
}

/// The input position of the next output frame, counted from the last reset. Never decreases, and
/// ends at the number of frames put.
@_noLocks @_noAllocation
func stretchPosition(_ stretcher: UnsafeMutablePointer<Stretcher>) -> Double {
  let frames = stretcher.pointee.segmentFrames
  let taken = stretcher.pointee.segmentTaken
  let (start, end) = (stretcher.pointee.segmentStart, stretcher.pointee.segmentEnd)
  return taken < frames ? start + (end - start) * Double(taken) / Double(frames) : end
}

/// Whether all input has been output.
@_noLocks @_noAllocation
func stretchIsEmpty(_ stretcher: UnsafeMutablePointer<Stretcher>) -> Bool {
  stretcher.pointee.next == stretcher.pointee.end
    && stretcher.pointee.segmentTaken == stretcher.pointee.segmentFrames
}

/// The room for input frames.
@_noLocks @_noAllocation
func stretchRoom(_ stretcher: UnsafeMutablePointer<Stretcher>) -> Int {
  if stretcher.pointee.isFinished { return 0 }
  return stretcher.pointee.capacity &- (stretcher.pointee.end &- firstNeeded(stretcher))
}

/// Puts up to `frames` frames; returns the number put. Non-finite samples become 0.
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

/// Takes up to `frames` frames; returns the number taken, less only if more input is needed or the
/// end is reached.
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

/// The input missing for `outFrames` output frames at this speed; may exceed the room, in which
/// case some output must be taken first.
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
  // Adds up step by step, to round as the segments do.
  let step = Double(stretcher.pointee.hop) * stretcher.pointee.speed
  var position = stretcher.pointee.segmentEnd
  while left > stretcher.pointee.hop {
    position += step
    left &-= stretcher.pointee.hop
  }
  return max(0, stretchInputEnd(stretcher, position) &- stretcher.pointee.end)
}

/// The first input frame still needed.
@_noLocks @_noAllocation
private func firstNeeded(_ stretcher: UnsafeMutablePointer<Stretcher>) -> Int {
  // By the longer lengths, since a change of speed may put them in force.
  let behind =
    Int(stretcher.pointee.segmentEnd)
    &- stretcher.pointee.longLengths.hop &- stretcher.pointee.longLengths.reach
  return max(stretcher.pointee.first, min(stretcher.pointee.next, behind))
}

@_noLocks @_noAllocation
private func copyFrames(
  _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, _ frames: Int
) {
  UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: frames &* 8)
}

import Synchronization

@testable import Playback

/// Reads coded sound as it is heard, and records every discontinuity.
final class FrameWitness: Sendable {
  struct State {
    var last: Int?
    var frames = 0
    var framesSinceJump = 0
    var silent = 0
    var jumps = 0
    /// Between a jump and the first frame after it: the last frame heard before, and the frames
    /// since the previous jump.
    var interrupted: (last: Int?, frames: Int)?
    var jumpPositions: [Int] = []
    var breaks: [(from: Int, to: Int)] = []
    var samples: [Float] = []
    var reader = CodedReader()
  }

  private let state = Mutex(State())
  private let keepsSamples: Bool

  init(keepsSamples: Bool = false) { self.keepsSamples = keepsSamples }

  /// The number of the frame heard last.
  var last: Int? { state.withLock { $0.last } }
  var frames: Int { state.withLock { $0.frames } }
  /// Frames since the last jump that moved the position; a jump back to the same frame, as after an
  /// underrun on a busy machine, does not count.
  var framesSinceJump: Int { state.withLock { $0.framesSinceJump } }
  var silent: Int { state.withLock { $0.silent } }
  /// Entry ramps since the last jump.
  var entries: Int { state.withLock { $0.reader.entries } }
  /// Jumps that moved the position; each counts once sound has followed it.
  var jumps: Int { state.withLock { $0.jumps } }
  /// The number of jumps and the left channel since the last one, at one moment.
  var sinceJump: (jumps: Int, samples: [Float]) {
    state.withLock { ($0.jumps, Array($0.samples.suffix($0.framesSinceJump))) }
  }
  /// Steps between frames outside `range`, except in the entry ramp after a jump: an underrun on a
  /// busy machine makes a jump of its own.
  func slopes(outside range: ClosedRange<Float>, from start: Int = 0) -> [String] {
    let (samples, jumps) = state.withLock { ($0.samples, $0.jumpPositions) }
    let entry = RenderState.entryFrames(rate: 44100)
    return zip(samples, samples.dropFirst()).enumerated().compactMap { index, pair in
      guard index >= start, !jumps.contains(where: { (0...entry).contains(index + 1 - $0) })
      else { return nil }
      let slope = pair.1 - pair.0
      if range.contains(slope) { return nil }
      return "\(slope) at \(index) of \(samples.count), jumps at \(jumps)"
    }
  }
  /// Frames not followed by the next number, except at jumps.
  var breaks: [(from: Int, to: Int)] { state.withLock { $0.breaks } }
  /// The left channel of everything heard.
  var samples: [Float] { state.withLock { $0.samples } }

  func hear(_ heard: NullOutput.Heard) {
    state.withLock { state in
      switch heard {
      case .jump:
        // Of several jumps without sound between them, the first one has the last frame heard.
        if state.interrupted == nil { state.interrupted = (state.last, state.framesSinceJump) }
        state.jumpPositions.append(state.frames)
        state.framesSinceJump = 0
        state.last = nil
        state.reader = CodedReader()
      case .samples(let samples):
        if keepsSamples {
          state.samples += stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
        }
        state.frames += samples.count / 2
        state.framesSinceJump += samples.count / 2
        let frames = stride(from: 0, to: samples.count, by: 2).map {
          SIMD2(samples[$0], samples[$0 + 1])
        }
        for number in state.reader.read(frames) { state.note(number) }
      }
    }
  }
}

extension FrameWitness.State {
  mutating func note(_ number: Int?) {
    guard let number else {
      silent += 1
      return
    }
    if let (before, frames) = interrupted {
      interrupted = nil
      if let before, before + 1 == number { framesSinceJump += frames } else { jumps += 1 }
    }
    if let last, last + 1 != number { breaks.append((last, number)) }
    last = number
  }
}

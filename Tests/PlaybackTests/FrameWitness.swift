import Synchronization

@testable import Playback

/// Listens to coded sound and notes what does not follow from what came before.
final class FrameWitness: Sendable {
  struct State {
    var last: Int?
    var frames = 0
    var framesSinceJump = 0
    var silent = 0
    var jumps = 0
    /// Before a jump behind which nothing has been read yet: what was heard last, and how much since
    /// the jump before it.
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
  /// Frames since the last jump behind which the sound did not just go on, as it does where a busy
  /// machine decodes too late and the player begins again where it stopped.
  var framesSinceJump: Int { state.withLock { $0.framesSinceJump } }
  var silent: Int { state.withLock { $0.silent } }
  /// Ramps by which sound was let in since the last jump.
  var entries: Int { state.withLock { $0.reader.entries } }
  /// Jumps behind which the sound did not just go on; each counts once it has been heard.
  var jumps: Int { state.withLock { $0.jumps } }
  /// How many jumps there were, and the left side of what was heard since, all of one moment.
  var sinceJump: (jumps: Int, samples: [Float]) {
    state.withLock { ($0.jumps, Array($0.samples.suffix($0.framesSinceJump))) }
  }
  /// Where a frame is louder than the one before by other than so much, but where sound is let in
  /// behind a jump: one is made without being asked for where a busy machine decodes too late.
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
  /// Where one frame was followed by another than the next, except at jumps.
  var breaks: [(from: Int, to: Int)] { state.withLock { $0.breaks } }
  /// The left side of all that was heard.
  var samples: [Float] { state.withLock { $0.samples } }

  func hear(_ heard: NullOutput.Heard) {
    state.withLock { state in
      switch heard {
      case .jump:
        // Of several without a sound between them the first one tells what there was.
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

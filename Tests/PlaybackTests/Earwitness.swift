import Synchronization

@testable import Playback

/// Listens to coded sound and notes what does not follow from what came before.
final class Earwitness: Sendable {
  struct State {
    var last: Int?
    var frames = 0
    var framesSinceJump = 0
    var silent = 0
    var jumps = 0
    var breaks: [(from: Int, to: Int)] = []
    var samples: [Float] = []
  }

  private let state = Mutex(State())
  private let keepsSamples: Bool

  init(keepsSamples: Bool = false) { self.keepsSamples = keepsSamples }

  /// The number of the frame heard last.
  var last: Int? { state.withLock { $0.last } }
  var frames: Int { state.withLock { $0.frames } }
  var framesSinceJump: Int { state.withLock { $0.framesSinceJump } }
  var silent: Int { state.withLock { $0.silent } }
  var jumps: Int { state.withLock { $0.jumps } }
  /// Where one frame was followed by another than the next, except at jumps.
  var breaks: [(from: Int, to: Int)] { state.withLock { $0.breaks } }
  /// The left side of all that was heard.
  var samples: [Float] { state.withLock { $0.samples } }

  func hear(_ heard: NullOutput.Heard) {
    state.withLock { state in
      switch heard {
      case .jump:
        state.jumps += 1
        state.framesSinceJump = 0
        state.last = nil
      case .samples(let samples):
        if keepsSamples {
          state.samples += stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
        }
        for frame in 0..<samples.count / 2 {
          state.note(samples[frame * 2], samples[frame * 2 + 1])
        }
      }
    }
  }
}

extension Earwitness.State {
  mutating func note(_ left: Float, _ right: Float) {
    frames += 1
    framesSinceJump += 1
    let high = Int((right * 32768).rounded())
    if high == 0, left == 0 {
      silent += 1
      return
    }
    let number = (high - 1) << 15 | Int((left * 32768).rounded())
    if let last, last + 1 != number { breaks.append((last, number)) }
    last = number
  }
}

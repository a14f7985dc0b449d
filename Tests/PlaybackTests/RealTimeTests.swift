import CAllocations
import Testing

@testable import Playback

/// The audio thread's allocations and locks, counted; the compiler checks that there are none.
@Suite("The audio thread")
struct RealTimeTests {
  private let ring = Ring()

  private func watched(_ work: () -> Void) -> Int {
    tritone_watch_begin()
    work()
    return tritone_watch_end()
  }

  @Test("the counter counts")
  func counter() {
    var kept: [Float] = []
    let counted = watched { kept.append(1) }
    #expect(counted > 0)
    #expect(kept == [1])
  }

  @Test(
    "rendering allocates nothing and locks nothing, in fades and ramps and with a display as well",
    arguments: [false, true])
  func rendering(isListening: Bool) {
    ring.keepRendered(isListening)
    let block = 1200
    let samples = [Float](repeating: 0.25, count: 2 * 48000)
    let ends: [FrameNumber] = [0, 30_000, 60_000]
    var plan = RenderPlan()
    for (index, start) in ends.enumerated() {
      var loudness = PartLoudness()
      loudness.gain = 1 / Float(index + 1)
      plan.append(
        RenderPart(start: start, fadeEnd: index == 1 ? start + 9_000 : start, loudness: loudness))
    }
    ring.publish(plan)
    let state = UnsafeMutablePointer<RenderState>.allocate(capacity: 1)
    state.initialize(to: RenderState(ring: ring.memory, rate: 48000, isRealTime: true))
    let out = UnsafeMutablePointer<Float>.allocate(capacity: 2 * block)
    defer {
      state.deinitialize(count: 1)
      state.deallocate()
      out.deallocate()
    }
    ringAppend(ring.memory, samples, 48000)
    ringAppend(ring.memory, samples, 48000)
    var settings = RenderSettings(rate: 48000)
    var given = 0
    let counted = watched {
      _ = renderJump(state, to: 0)
      while given < 96000 { given += renderSound(state, out, block) }
    }
    #expect(counted == 0 && given == 96000)
    settings.level = 0
    settings.levelFrames = 4800
    ring.publish(settings)
    #expect(
      watched {
        _ = renderJump(state, to: 50_000)
        _ = renderSound(state, out, block)
      } == 0)
    (settings.level, settings.silence, settings.silenceFade) = (1, 52_000, 600)
    ring.publish(settings)
    #expect(watched { for _ in 0..<2 { _ = renderSound(state, out, block) } } == 0)
  }
}

import Synchronization
import Testing

@testable import Playback

/// Frames are numbered modulo 2^32 in the ring, and an item may be longer than half of that.
@Suite("An item that plays for half a day")
struct HalfDayTests {
  /// The levels at a frame of an item that began at frame 0, before and after a change of settings.
  private func levels(
    at frame: FrameNumber, _ loudness: PartLoudness, then settings: RenderSettings
  ) -> [Float] {
    let ring = Ring()
    let low = UInt32(truncatingIfNeeded: frame)
    ring.memory.pointee.ends.store(UInt64(low) << 32 | UInt64(low), ordering: .releasing)
    var plan = RenderPlan()
    plan.append(RenderPart(start: 0, fadeEnd: 0, loudness: loudness))
    ring.publish(plan)
    let block = 1_000
    ringAppend(ring.memory, [Float](repeating: 0.5, count: 2 * 5 * block), 5 * block)
    let state = UnsafeMutablePointer<RenderState>.allocate(capacity: 1)
    state.initialize(to: RenderState(ring: ring.memory, rate: 44100, isRealTime: true))
    var out = [Float](repeating: 0, count: 2 * block)
    defer {
      state.deinitialize(count: 1)
      state.deallocate()
    }
    #expect(renderJump(state, to: frame))
    var levels: [Float] = []
    for round in 0..<4 {
      #expect(renderSound(state, &out, block) == block)
      // Ramps are over at the end of each second block.
      if round % 2 == 1 { levels.append(out[2 * block - 1]) }
      if round == 1 { ring.publish(settings) }
    }
    return levels
  }

  @Test(
    "has the gain of its entry, and one that is set then, however long it has played",
    arguments: [0, 1 << 31 - 1_500, 1 << 31, 1 << 31 + 1, 3 << 31, 1 << 33 + 5] as [FrameNumber])
  func gain(frame: FrameNumber) {
    var loudness = PartLoudness()
    loudness.gain = 0.5
    loudness.track = 0.25
    var settings = RenderSettings(rate: 44100)
    settings.usesReplayGain = true
    #expect(levels(at: frame, loudness, then: settings) == [0.25, 0.0625])
  }

  @Test("has its gain changed, and is followed by another one where that begins")
  func plan() {
    let late: FrameNumber = 5 << 31
    var plan = RenderPlan()
    for (index, start) in [0, late, late + 100].enumerated() {
      var part = RenderPart(start: start, fadeEnd: start, loudness: PartLoudness())
      part.owner = UInt64(index)
      plan.append(part)
    }
    #expect(plan.count == 3)
    #expect(
      [-1, 0, late - 1, late, late + 99, late + 100, 9 << 31].map { plan.index(of: $0) }
        == [-1, 0, 0, 1, 1, 2, 2])
    plan.forget(before: late - 1)
    #expect(plan.count == 3)
    plan.forget(before: late + 1)
    #expect(plan.count == 2 && plan.part(0).owner == 1)
    plan.cut(at: late + 100)
    #expect(plan.count == 1)
  }
}

import Testing

@testable import Playback

@Suite("The level of everything")
struct LevelTests {
  @Test("a fade of seconds goes evenly to its very end", arguments: [0, 1] as [Float])
  func longFade(target: Float) {
    for count in stride(from: 60_000, to: 144_000, by: 1_171) {
      var ramp = GainRamp()
      ramp.ramp(to: 1 - target, over: 0)
      ramp.ramp(to: target, over: count)
      var (last, largest, smallest) = (1 - target, Float(0), Float(1))
      for _ in 0..<count {
        let gain = ramp.next()
        let step = (gain - last) * (target == 1 ? 1 : -1)
        (last, largest, smallest) = (gain, max(largest, step), min(smallest, step))
      }
      #expect(last == target && smallest >= 0 && largest < 2 / Float(count), "\(count) frames")
    }
  }

  @Test("one that comes with a jump waits for it, and holds from its first frame")
  func comesWithJump() {
    let ring = Ring()
    let block = 1_000
    var plan = RenderPlan()
    plan.append(RenderPart(start: 0, fadeEnd: 0, loudness: PartLoudness()))
    ring.publish(plan)
    let state = UnsafeMutablePointer<RenderState>.allocate(capacity: 1)
    state.initialize(to: RenderState(ring: ring.memory, rate: 48000, isRealTime: true))
    let out = UnsafeMutablePointer<Float>.allocate(capacity: 2 * block)
    defer {
      state.deinitialize(count: 1)
      state.deallocate()
      out.deallocate()
    }
    /// The level of a block, nil where it varies.
    func heard() -> Float? {
      let count = renderSound(state, out, block)
      let levels = Set((0..<2 * count).map { out[$0] })
      return count == block && levels.count == 1 ? levels.first : nil
    }
    func jump() {
      _ = renderJump(state, to: 0)
      // The middle of a sound begins with an entry ramp.
      _ = renderSound(state, out, block)
    }
    ringAppend(ring.memory, [Float](repeating: 0.5, count: 2 * 20_000), 20_000)
    jump()
    #expect(heard() == 0.5)
    var settings = RenderSettings(rate: 48000)
    settings.level = 0
    ring.publish(settings)
    #expect(heard() == 0)
    settings.level = 1
    settings.levelComesWithJump = true
    ring.publish(settings)
    #expect(heard() == 0)
    jump()
    #expect(heard() == 0.5)
    // Settings published afterwards do not change the level.
    ring.publish(settings)
    #expect(heard() == 0.5)
  }
}

import Testing

@testable import Playback

@Suite("When the sound server is asked for the time")
struct PulsePollingTests {
  @Test("the intervals double up to a second, and begin anew")
  func intervals() {
    var polling = PulsePolling()
    polling.begin(at: 0)
    #expect(polling.interval == 20_000)
    let intervals = (0..<7).map { _ in polling.nextInterval() / 1_000 }
    #expect(intervals == [40, 80, 160, 320, 640, 1_000, 1_000])
    polling.begin(at: 0)
    #expect(polling.interval == 20_000)
  }

  @Test("silence is counted while an answer is due and no sound is taken, no faster than the timer")
  func silence() {
    var polling = PulsePolling()
    polling.begin(at: 1_000_000)
    polling.tick(at: 1_020_000, given: 100)
    #expect(polling.silence == 0)
    polling.asked()
    polling.tick(at: 1_040_000, given: 100)
    #expect(polling.silence == 20_000)
    // The program itself was suspended.
    polling.tick(at: 9_000_000, given: 100)
    #expect(polling.silence == 40_000)
    let interval = polling.nextInterval()
    #expect(interval == 40_000)
    for _ in 0..<5 { _ = polling.nextInterval() }
    #expect(polling.interval == 500_000)
    polling.tick(at: 9_010_000, given: 101)
    #expect(polling.silence == 0)
    polling.tick(at: 9_020_000, given: 101)
    #expect(polling.silence == 10_000)
    polling.answered()
    polling.tick(at: 9_030_000, given: 101)
    #expect(polling.silence == 0)
  }
}

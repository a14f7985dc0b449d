import Testing

@testable import Playback

@Suite("What an output renders between jumps")
struct RenderSessionTests {
  private let ring = Ring()
  private let samples = [Float](repeating: 0.5, count: 2 * 20_000)

  init() { ringAppend(ring.memory, samples, 20_000) }

  private func session(rate: Int? = 44100) -> RenderSession {
    var session = RenderSession(ring: ring.memory, isRealTime: true)
    if let rate { session.setRate(rate) }
    return session
  }

  /// The number of frames rendered of those requested.
  private func render(_ session: inout RenderSession, _ frames: Int) -> Int {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * frames) {
      // because a buffer with a capacity has a base address
      session.render($0.baseAddress!, frames)
    }
  }

  @Test("a jump opens it at a frame, and the clock follows what is given out")
  func jump() throws {
    var session = session()
    let before = render(&session, 10)
    #expect(before == 0)
    let isMade = session.jump(to: 5_000, serial: 3)
    let isOpen = session.isOpen
    let jump = session.jump
    let first = try #require(jump)
    #expect(isMade && isOpen && first.frame == 5_000)
    #expect(first.clock.serial == 3 && first.clock.heard == 5_000 && !first.clock.isAdvancing)
    let got = render(&session, 800)
    let given = session.given
    #expect(got == 800 && given == 800)
    let made = session.clock(ofGiven: 500, isAdvancing: true)
    let clock = try #require(made)
    #expect(clock.serial == 3 && clock.heard == 5_500 && clock.isAdvancing && clock.speed == 1)
    let event = session.record(clock)
    let told = session.jump?.clock
    #expect(told == clock)
    if case .clock(clock) = event {} else { Issue.record("\(event)") }
  }

  @Test("a jump that cannot be made leaves it closed, without a clock")
  func failure() {
    var session = session()
    let isMade = session.jump(to: 0, serial: 1)
    let isFailed = !session.jump(to: 5_000_000, serial: 2)
    let got = render(&session, 10)
    let isSilent = session.jump == nil && session.clock(ofGiven: 0, isAdvancing: true) == nil
    #expect(isMade && isFailed && got == 0 && isSilent)
  }

  @Test("an underrun is told once, and closes it until the next jump")
  func underrun() {
    var session = session()
    let isEarly = session.stopDry() != nil
    #expect(!isEarly)
    _ = session.jump(to: 19_900, serial: 4)
    let (got, last) = (render(&session, 200), render(&session, 200))
    #expect(got == 100 && last == 0)
    if case .underrun(4) = session.stopDry() {} else { Issue.record("not told") }
    let isRepeated = session.stopDry() != nil
    ringAppend(ring.memory, samples, 100)
    let late = render(&session, 100)
    let clock = session.clock(ofGiven: 100, isAdvancing: false)
    #expect(!isRepeated && late == 0 && clock?.heard == 20_000 && clock?.serial == 4)
    let isMade = session.jump(to: 20_000, serial: 5)
    let next = render(&session, 100)
    #expect(isMade && next == 100)
  }

  @Test("there is no jump before the rate is known, and the first rate holds")
  func rate() {
    var session = session(rate: nil)
    let isMade = session.jump(to: 0, serial: 1)
    session.setRate(48000)
    session.setRate(44100)
    let rate = session.rate
    let isMadeLater = session.jump(to: 0, serial: 2)
    #expect(!isMade && isMadeLater && rate == 48000)
  }
}

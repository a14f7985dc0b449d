import Interface
import Music
import Testing

@testable import tritone

@Suite("When a change of the library is told")
struct ChangePacerTests {
  private let start = ContinuousClock.now
  private static let reading: [Effect] = [.load(.playlists), .library(.pollExternalChanges)]

  private func time(_ milliseconds: Int) -> ContinuousClock.Instant {
    start.advanced(by: .milliseconds(milliseconds))
  }

  /// A pacer with a key at the start.
  private func pressed(_ effects: [Effect] = reading) -> ChangePacer {
    var pacer = ChangePacer()
    pacer.pressed(at: start, effects)
    return pacer
  }

  @Test("without a key, or long after it, a change is told at once")
  func atOnce() {
    for var pacer in [ChangePacer(), pressed()] {
      let isHeld = pacer.holds(at: time(60))
      #expect(!isHeld && pacer.end == nil)
    }
  }

  @Test("behind a key that looks at lists it waits for a pause between keys")
  func pause() {
    var pacer = pressed()
    let isHeld = pacer.holds(at: time(5))
    #expect(isHeld && pacer.end == time(60))
    pacer.pressed(at: time(40), Self.reading)
    _ = pacer.holds(at: time(50))
    let isDue = [99, 100, 200].map { pacer.takeDue(at: time($0)) }
    #expect(isDue == [false, true, false])
    #expect(pacer.end == nil)
  }

  @Test("keys without a pause hold it for half a second")
  func patience() {
    var pacer = pressed()
    _ = pacer.holds(at: time(10))
    var early: [Int] = []
    for key in 1...50 {
      pacer.pressed(at: time(key * 10), Self.reading)
      if pacer.takeDue(at: time(key * 10 + 9)) { early.append(key) }
    }
    #expect(early.isEmpty)
    let isDue = pacer.takeDue(at: time(510))
    #expect(isDue)
  }

  @Test("what a key may have asked for is told at once")
  func ownChange() {
    var pacer = pressed([.library(.reset)])
    let isHeld = pacer.holds(at: time(1))
    #expect(!isHeld)
    // One that waits waits no longer.
    var waiting = pressed()
    _ = waiting.holds(at: time(1))
    waiting.pressed(at: time(2), [.library(.reset)])
    let isDue = waiting.takeDue(at: time(2))
    #expect(isDue)
  }

  @Test("lists that are read anyway need no telling")
  func told() {
    var pacer = pressed()
    let isHeld = pacer.holds(at: time(1))
    pacer.told()
    #expect(isHeld && pacer.end == nil)
  }
}

import Testing

@testable import Threads

@Suite("Sleeping tasks")
struct TaskSleepTests {
  private static func timer() throws -> JobTimer {
    let timer = JobTimer { _ in Issue.record("there is no job") }
    return try #require(timer)
  }

  @Test("a sleep ends at its time", arguments: JobTimer.Clock.allCases)
  func ends(clock: JobTimer.Clock) async throws {
    let timer = try Self.timer()
    let end = clock.now + 20_000_000
    await timer.sleep(clock, until: end)
    #expect(clock.now >= end)
    #expect(timer.next(clock) == nil)
  }

  @Test("a sleep that is cancelled ends at once, and leaves no time to wake for")
  func cancelled() async throws {
    let timer = try Self.timer()
    let clock = JobTimer.Clock.suspending
    let end = clock.now + 600_000_000_000
    let sleeping = Task { await timer.sleep(clock, until: end) }
    while timer.next(clock) == nil { await Task.yield() }
    let other = Task { await timer.sleep(clock, until: end + 1) }
    sleeping.cancel()
    await sleeping.value
    while timer.next(clock) != end + 1 { await Task.yield() }
    other.cancel()
    await other.value
    #expect(timer.next(clock) == nil)
    // Before it has begun.
    let late = Task {
      while !Task.isCancelled { await Task.yield() }
      await timer.sleep(clock, until: end)
    }
    late.cancel()
    await late.value
    #expect(timer.next(clock) == nil)
  }
}

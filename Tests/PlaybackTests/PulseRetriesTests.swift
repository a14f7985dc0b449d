import Testing

@testable import Playback

@Suite("When the sound server is tried again")
struct PulseRetriesTests {
  @Test("the delay doubles up to two seconds, and begins anew after a success")
  func doubling() {
    var retries = PulseRetries()
    #expect(retries.isFirst)
    let delays = (0..<7).map { _ in retries.nextDelay(at: 0, isConnected: false) / 1_000 }
    #expect(delays == [100, 200, 400, 800, 1_600, 2_000, 2_000] && !retries.isFirst)
    retries.succeed()
    let first = retries.nextDelay(at: 0, isConnected: false)
    #expect(first == 100_000)
    let soon = retries.restart(at: 0)
    #expect(soon == 20_000 && retries.isFirst)
  }

  @Test("there are never too many connections within a time")
  func most() {
    var retries = PulseRetries()
    for index in 0..<UInt64(PulseRetries.maximumConnections) {
      retries.noteConnection(at: 1_000_000 + index * 1_000)
    }
    let soon = retries.restart(at: 2_000_000)
    #expect(soon == PulseRetries.span - 1_000_000)
    let connected = retries.nextDelay(at: 2_000_000, isConnected: true)
    #expect(connected == 100_000)
    retries.noteConnection(at: 2_000_000)
    let later = retries.nextDelay(at: 2_000_000, isConnected: false)
    #expect(later == PulseRetries.span - 999_000)
    let last = retries.restart(at: 20_000_000)
    #expect(last == 20_000)
  }
}

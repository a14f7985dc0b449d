import Music
import ServerHarness
import Servers
import Testing

/// Listening over a network and a server that fail at any moment.
@Suite(
  "Listening while all fails", .enabled(if: FakeAudiobookshelf.isAvailable, "needs python3"))
struct ListeningChaosTests {
  @Test(
    "no second of listening is lost or counted twice, and the last place counts", arguments: 0..<12)
  func chaos(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let stand = try AudiobookshelfStand()
    let client = try await stand.signedIn()
    var sync = stand.listening(client)
    var place = 0.0
    var heard = 0
    await sync.begin(ListeningSyncTests.quay, at: .zero)
    for _ in 0..<14 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        // Nothing comes through.
        try stand.fake.control(
          #"{"set": {"fail": [{"path": "api", "status": 502, "times": 1000}]}}"#)
      case 1, 2: try stand.fake.control(#"{"set": {"fail": []}}"#)
      case 3: try stand.fake.control(#"{"forget": "sessions"}"#)
      case 4: try stand.fake.control(#"{"expire": "access"}"#)
      case 5:
        place = Double(Int.random(in: 0..<3000, using: &random))
        await sync.note(.sought, at: .seconds(place))
      case 6:
        await sync.note(.paused, at: .seconds(place))
        try stand.pass(100)
      default:
        await sync.close(at: .seconds(place))
        // Another start of the program.
        if Bool.random(using: &random) { sync = stand.listening(stand.client()) }
        await sync.begin(ListeningSyncTests.quay, at: .seconds(place))
      }
      for _ in 0..<Int.random(in: 0..<8, using: &random) {
        try stand.pass(5)
        place += 5
        heard += 5
        await sync.heard(.seconds(5), to: .seconds(place))
      }
      if Bool.random(using: &random) { await sync.settled() }
    }
    try stand.fake.control(#"{"set": {"fail": []}}"#)
    try stand.pass(10)
    await sync.close(at: .seconds(place))
    try await sync.sendStored()
    #expect(try stand.listened("b2") == Double(heard))
    #expect(try stand.progress("b2")?.currentTime == place)
    #expect(stand.local.all.isEmpty)
    #expect(try stand.faults() == [])
  }
}

import Music
import ServerHarness
import Servers
import Testing

/// Renewals of tokens by several processes that share what is stored.
@Suite(
  "Renewals that meet", .enabled(if: FakeAudiobookshelf.isAvailable, "needs python3"))
struct RenewalChaosTests {
  /// Requests of some processes at the same time, each of which has to be answered.
  private func ask(_ clients: [AudiobookshelfClient]) async {
    await withTaskGroup(of: ServerError?.self) { group in
      for client in clients {
        group.addTask { await serverFault { _ = try await client.libraries() } }
      }
      for await fault in group { #expect(fault == nil) }
    }
  }

  @Test(
    "nobody is signed out by whoever renews, in whichever order answers and disks come",
    arguments: 0..<16)
  func chaos(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let stand = try AudiobookshelfStand()
    var clients = [try await stand.signedIn(), stand.client(), stand.client()]
    var isLocked = false
    var ends = 0
    for _ in 0..<30 {
      switch Int.random(in: 0..<9, using: &random) {
      case 0:
        // The server has given out a pair, and its answer does not come.
        let kind = ["lost", "close", "cut"].randomElement(using: &random) ?? "lost"
        try stand.fake.control(
          #"{"set": {"fail": [{"path": "refresh", "kind": "\#(kind)", "times": 1}]}}"#)
      case 1:
        // Nothing can be stored for a while, in which the others are not used: they cannot know.
        isLocked.toggle()
        stand.tokens.lock(isLocked)
        if !isLocked {
          // What was renewed meanwhile is stored with the next request behind the pause.
          try stand.pass(11)
          await ask([clients[0]])
        }
      case 2 where !isLocked:
        // Another start of one of them: what is stored has to count.
        clients[Int.random(in: clients.indices, using: &random)] = stand.client()
      case 3 where !isLocked:
        // All have what is stored; the pairs before it count no longer.
        try stand.pass(11)
        await ask(clients)
        try stand.fake.control(#"{"expire": "grace"}"#)
      case 4: try stand.pass(Int64.random(in: 1...20, using: &random))
      default:
        try stand.fake.control(#"{"expire": "access"}"#)
        ends += 1
        let count = Int.random(in: 1...clients.count, using: &random)
        await ask(isLocked ? [clients[0]] : Array(clients.shuffled(using: &random).prefix(count)))
      }
    }
    stand.tokens.lock(false)
    try stand.fake.control(#"{"set": {"fail": []}}"#)
    try stand.pass(11)
    await ask([clients[0]])
    await ask(clients)
    // Whoever starts now goes on with what is stored, and so do those that were there.
    try stand.fake.control(#"{"expire": "access"}"#)
    await ask([stand.client()] + clients)
    #expect(ends > 5)
    #expect(try stand.faults() == [])
  }
}

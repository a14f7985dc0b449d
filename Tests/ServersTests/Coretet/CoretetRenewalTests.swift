import Music
import ServerHarness
import Servers
import Testing

/// Renewals of tokens by several processes that share what is stored.
@Suite(
  "Renewals at Coretet that meet",
  .serialized, .enabled(if: FakeCoretet.isAvailable, "needs python3 and postgresql"))
struct CoretetRenewalTests {
  /// Requests of some processes at the same time, each of which has to be answered.
  private func ask(_ clients: [CoretetClient]) async {
    await withTaskGroup(of: CoretetError?.self) { group in
      for client in clients {
        group.addTask { await coretetFault { _ = try await client.ownPlaylists() } }
      }
      for await fault in group { #expect(fault == nil) }
    }
  }

  @Test(
    "nobody is signed out by whoever renews, in whichever order answers and disks come",
    arguments: 0..<16)
  func chaos(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let stand = try CoretetStand()
    let store = CoretetMemoryTokens()
    var clients = [try await stand.client("ola", store: store)]
    for _ in 0..<2 { clients.append(try stand.process(store)) }
    await ask(clients)
    var isLocked = false
    var ends = 0
    for _ in 0..<30 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        // The project has given out a pair, and its answer does not come.
        let kind = ["lost", "close", "cut"].randomElement(using: &random) ?? "lost"
        try stand.fail(#"{"path": "token", "kind": "\#(kind)", "times": 2}"#)
      case 1:
        // Nothing can be stored for a while, in which the others are not used: they cannot know.
        isLocked.toggle()
        store.lock(isLocked)
        if !isLocked {
          // What was renewed meanwhile is stored with the next request behind the pause.
          try stand.pass(11)
          await ask([clients[0]])
        }
      case 2 where !isLocked:
        // Another start of one of them: what is stored has to count.
        clients[Int.random(in: clients.indices, using: &random)] = try stand.process(store)
      case 3: try stand.pass(Int64.random(in: 1...20, using: &random))
      default:
        // Near the end of a token, behind it, or refused though it has not ended.
        try stand.pass([3_550, 3_700].randomElement(using: &random) ?? 0)
        ends += 1
        let count = Int.random(in: 1...clients.count, using: &random)
        await ask(isLocked ? [clients[0]] : Array(clients.shuffled(using: &random).prefix(count)))
      }
    }
    store.lock(false)
    try stand.fail("")
    try stand.pass(11)
    await ask([clients[0]])
    await ask(clients)
    // Whoever starts now goes on with what is stored, and so do those that were there.
    try stand.pass(3_700)
    await ask([try stand.process(store)] + clients)
    #expect(ends > 5)
    #expect(try stand.faults() == [])
  }
}

import Music
import ServerHarness
import Servers
import Testing

/// Stretches of listening that wait on the disk, and what keeps them there.
@Suite(
  "Stored listening for Audiobookshelf",
  .enabled(if: FakeAudiobookshelf.isAvailable, "needs python3"))
struct StoredListeningTests {
  private static let lengthless = ListenedBook(
    item: "z", title: "Zero", author: "Ola", duration: .zero)
  private static let second = ListenedBook(
    item: "b1", title: "Pier", author: "Ola", duration: .seconds(100))

  private func hear(
    _ seconds: Int, _ sync: ListeningSync, _ stand: AudiobookshelfStand
  ) async throws {
    for second in 1...seconds {
      try stand.pass(1)
      await sync.heard(.seconds(1), to: .seconds(second))
    }
  }

  /// Listens while nothing comes through.
  private func hearOffline(_ book: ListenedBook, _ stand: AudiobookshelfStand) async throws {
    try stand.fake.control(
      #"{"set": {"fail": [{"path": "api", "kind": "close", "times": 1000}]}}"#)
    let sync = stand.listening(stand.client())
    await sync.begin(book, at: .zero)
    try await hear(20, sync, stand)
    await sync.close(at: .seconds(20))
    try stand.fake.control(#"{"set": {"fail": []}}"#)
  }

  @Test("times are told in the server's clock from the first stretch on", arguments: [-7200, 7200])
  func clock(seconds: Int) async throws {
    let stand = try AudiobookshelfStand(switches: #"{"skew": \#(seconds)}"#)
    _ = try await stand.signedIn()
    try stand.fake.control(#"{"move": {"user": "ola", "item": "b2", "time": 5}}"#)
    try stand.pass(3600)
    try await hearOffline(ListeningSyncTests.quay, stand)
    let heard = stand.now
    try stand.pass(60)
    #expect(try await stand.listening(stand.client()).sendStored() == 1)
    let progress = try #require(try stand.progress("b2"))
    #expect(progress.currentTime == 20)
    #expect(abs(progress.lastUpdate - Double(heard) - Double(seconds) * 1000) < 30_000)
    #expect(try stand.faults() == [])
  }

  @Test("a stretch of a deleted item keeps no other one back", arguments: ["2.36.0", "2.2.0"])
  func deleted(version: String) async throws {
    let stand = try AudiobookshelfStand(switches: #"{"version": "\#(version)"}"#)
    _ = try await stand.signedIn()
    try await hearOffline(Self.second, stand)
    try await hearOffline(ListeningSyncTests.quay, stand)
    try stand.fake.control(#"{"delete": "b1"}"#)
    #expect(try await stand.listening(stand.client()).sendStored() == 1)
    #expect(try stand.listened("b2") == 20)
    #expect(stand.local.all.isEmpty)
  }

  @Test("a stretch that the server refuses stays, and keeps no other one back")
  func refused() async throws {
    let stand = try AudiobookshelfStand()
    _ = try await stand.signedIn()
    try await hearOffline(Self.second, stand)
    try await hearOffline(ListeningSyncTests.quay, stand)
    try stand.fake.control(#"{"set": {"refuse": "b1"}}"#)
    let sync = stand.listening(stand.client())
    #expect(try await sync.sendStored() == 1)
    #expect(stand.local.all.map(\.book.item) == ["b1"])
    // Listening goes on all the same.
    await sync.begin(ListeningSyncTests.quay, at: .seconds(20))
    await sync.settled()
    #expect(try stand.fake.state().open.count == 1)
    await sync.close(at: .seconds(20))
    try stand.fake.control(#"{"set": {"refuse": null}}"#)
    try await sync.sendStored()
    #expect(try stand.listened("b1") == 20 && stand.local.all.isEmpty)
  }

  @Test("where all together are refused they are sent one by one", arguments: [400, 413, 500])
  func together(status: Int) async throws {
    let stand = try AudiobookshelfStand()
    _ = try await stand.signedIn()
    try await hearOffline(Self.second, stand)
    try await hearOffline(ListeningSyncTests.quay, stand)
    try stand.fake.control(
      #"{"set": {"fail": [{"path": "local-all", "status": \#(status)}]}}"#)
    #expect(try await stand.listening(stand.client()).sendStored() == 2)
    #expect(stand.local.all.isEmpty)
    #expect(try stand.listened("b1") == 20 && stand.listened("b2") == 20)
    #expect(try stand.faults() == [])
  }

  @Test("listening to a book of unknown length waits until the server knows its length")
  func lengthless() async throws {
    let stand = try AudiobookshelfStand()
    let client = try await stand.signedIn()
    try stand.fake.control(
      #"{"add": {"id": "z", "library": "books", "title": "Zero", "files": [{"path": "z.mp3", "duration": 0}]}}"#
    )
    let sync = stand.listening(client)
    await sync.begin(Self.lengthless, at: .zero)
    try await hear(40, sync, stand)
    await sync.close(at: .seconds(40))
    #expect(try stand.progress("z") == nil)
    #expect(stand.local.all.map(\.listened) == [40_000])
    try stand.fake.control(
      #"{"add": {"id": "z", "library": "books", "title": "Zero", "files": [{"path": "z.mp3", "duration": 900}]}}"#
    )
    try await stand.listening(stand.client()).sendStored()
    #expect(try stand.progress("z")?.currentTime == 40)
    #expect(try stand.progress("z")?.isFinished == false)
    #expect(try stand.listened("z") == 40 && stand.local.all.isEmpty)
    #expect(try stand.faults() == [])
  }

  @Test(
    "a sync beside the player leaves the stretch to it that it is in, and takes it once it ends")
  func twoProcesses() async throws {
    let stand = try AudiobookshelfStand()
    let client = try await stand.signedIn()
    let player = stand.listening(
      client, store: MemorySessions.View(stand.local, owner: "player", others: ["other"]))
    await player.begin(ListeningSyncTests.quay, at: .zero)
    try await hear(20, player, stand)
    #expect(stand.local.all.map(\.owner) == ["player"])
    let beside = stand.listening(
      stand.client(), store: MemorySessions.View(stand.local, owner: "other", others: ["player"]))
    #expect(try await beside.sendStored() == 0)
    await player.close(at: .seconds(20))
    #expect(try stand.listened("b2") == 20 && stand.local.all.isEmpty)
    // What a process that was killed has left is anybody's.
    try await hearOffline(ListeningSyncTests.quay, stand)
    let later = stand.listening(
      stand.client(), store: MemorySessions.View(stand.local, owner: "later", others: []))
    #expect(try await later.sendStored() == 1)
    #expect(try stand.listened("b2") == 40)
    #expect(try stand.faults() == [])
  }
}

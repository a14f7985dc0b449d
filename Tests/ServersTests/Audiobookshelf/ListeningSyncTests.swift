import HTTP
import Music
import ServerHarness
import Servers
import Testing

/// Sessions and changes of progress: what the server knows after each way that things can go.
@Suite(
  "Listening at Audiobookshelf", .enabled(if: FakeAudiobookshelf.isAvailable, "needs python3"))
struct ListeningSyncTests {
  static let pier = ListenedBook(
    item: "b1", title: "Pier", author: "Ola", duration: .seconds(100))
  static let quay = ListenedBook(
    item: "b2", title: "Quay", author: "Ola", duration: .seconds(3600))

  /// Listens for whole seconds from a place.
  private func hear(
    _ seconds: Int, from place: Double, _ sync: ListeningSync, _ stand: AudiobookshelfStand,
    speed: Double = 1
  ) async throws {
    for second in 0..<seconds {
      try stand.pass(1)
      await sync.heard(.seconds(1), to: .seconds(place + Double(second + 1) * speed))
      if second % 5 == 4 { await sync.settled() }
    }
  }

  @Test("a session is opened, synced every half minute with what was really heard, and closed")
  func session() async throws {
    let stand = try AudiobookshelfStand()
    let reports = ReportBox()
    let sync = stand.listening(try await stand.signedIn(), reports)
    await sync.begin(Self.quay, at: .zero)
    // At double speed: the place goes twice as fast as the listening.
    try await hear(65, from: 0, sync, stand, speed: 2)
    await sync.settled()
    let counts = try stand.fake.report().counts
    #expect(counts.filter { $0.key.hasSuffix("/sync") }.values.reduce(0, +) == 2)
    #expect(try stand.progress("b2")?.currentTime == 120)
    await sync.close(at: .seconds(130))
    #expect(try stand.listened("b2") == 65)
    let progress = try #require(try stand.progress("b2"))
    #expect(progress.currentTime == 130 && progress.duration == 3600)
    #expect(try stand.fake.state().open.isEmpty)
    #expect(stand.local.all.isEmpty)
    #expect(reports.all.first == .opened(Self.quay, place: .zero))
    #expect(try stand.faults() == [])
  }

  @Test(
    "a pause and a new chapter are told at once, and runs of seeks not one by one",
    arguments: [ListeningSync.Moment.paused, .chapterChanged, .sought])
  func moments(moment: ListeningSync.Moment) async throws {
    let stand = try AudiobookshelfStand()
    let sync = stand.listening(try await stand.signedIn())
    await sync.begin(Self.quay, at: .seconds(100))
    try await hear(7, from: 100, sync, stand)
    await sync.note(moment, at: .seconds(500))
    await sync.settled()
    #expect(try stand.progress("b2")?.currentTime == 500)
    for place in 0..<20 { await sync.note(.sought, at: .seconds(600 + place)) }
    try await hear(6, from: 619, sync, stand)
    await sync.settled()
    #expect(try stand.progress("b2")?.currentTime ?? 0 >= 619)
    let counts = try stand.fake.report().counts
    #expect(counts.filter { $0.key.hasSuffix("/sync") }.values.reduce(0, +) == 2)
    await sync.close(at: .seconds(625))
    #expect(try stand.progress("b2")?.currentTime == 625)
    #expect(try stand.listened("b2") == 13)
    #expect(try stand.faults() == [])
  }

  @Test("a server that was started anew gets a new session, and each second once")
  func restarted() async throws {
    let stand = try AudiobookshelfStand()
    let sync = stand.listening(try await stand.signedIn())
    await sync.begin(Self.quay, at: .zero)
    try await hear(30, from: 0, sync, stand)
    await sync.settled()
    try stand.fake.control(#"{"forget": "sessions"}"#)
    try await hear(30, from: 30, sync, stand)
    await sync.settled()
    #expect(try stand.progress("b2")?.currentTime == 60)
    #expect(try stand.fake.state().open.count == 1)
    try await hear(10, from: 60, sync, stand)
    try stand.fake.control(#"{"forget": "sessions"}"#)
    await sync.close(at: .seconds(70))
    #expect(try stand.listened("b2") == 70)
    #expect(try stand.progress("b2")?.currentTime == 70)
    #expect(stand.local.all.isEmpty)
    #expect(try stand.faults() == [])
  }

  @Test("without a network listening waits on the disk, and is sent once it is back")
  func offline() async throws {
    let stand = try AudiobookshelfStand()
    let reports = ReportBox()
    let sync = stand.listening(try await stand.signedIn(), reports)
    await sync.begin(Self.quay, at: .zero)
    try await hear(30, from: 0, sync, stand)
    await sync.settled()
    try stand.fake.control(
      #"{"set": {"fail": [{"path": "api", "kind": "close", "times": 1000}]}}"#)
    try await hear(70, from: 30, sync, stand)
    await sync.settled()
    #expect(try stand.progress("b2")?.currentTime == 30)
    #expect(stand.local.all.map(\.listened).reduce(0, +) == 70_000)
    #expect(reports.all.contains { if case .offline = $0 { true } else { false } })
    try stand.fake.control(#"{"set": {"fail": []}}"#)
    try await hear(30, from: 100, sync, stand)
    await sync.settled()
    #expect(try stand.progress("b2")?.currentTime ?? 0 >= 120)
    await sync.close(at: .seconds(130))
    #expect(try stand.listened("b2") == 130)
    #expect(try stand.progress("b2")?.currentTime == 130)
    #expect(stand.local.all.isEmpty)
    #expect(try stand.faults() == [])
  }

  @Test("a killed program loses five seconds at most: the next one sends the rest")
  func killed() async throws {
    let stand = try AudiobookshelfStand()
    let client = try await stand.signedIn()
    let sync = stand.listening(client)
    await sync.begin(Self.quay, at: .zero)
    try await hear(24, from: 0, sync, stand)
    await sync.settled()
    // Nothing of the first is called any more.
    let next = stand.listening(stand.client())
    #expect(try await next.sendStored() == 1)
    #expect(try await next.sendStored() == 0)
    #expect(try stand.listened("b2") == 20)
    #expect(try stand.progress("b2")?.currentTime == 20)
    #expect(stand.local.all.isEmpty)
    #expect(try stand.faults() == [])
  }

  @Test("an answer that is lost costs no listening, and stretches sent twice count once")
  func lost() async throws {
    let stand = try AudiobookshelfStand()
    let sync = stand.listening(try await stand.signedIn())
    try stand.fake.control(
      #"{"set": {"fail": [{"path": "/play", "status": 502, "times": 1}, {"path": "local-all", "kind": "cut"}]}}"#
    )
    await sync.begin(Self.quay, at: .zero)
    try await hear(35, from: 0, sync, stand)
    await sync.close(at: .seconds(35))
    #expect(try stand.listened("b2") == 35)
    #expect(stand.local.all.isEmpty)
    #expect(try stand.fake.report().counts["POST /api/session/local-all"] ?? 0 >= 2)
    #expect(try stand.faults() == [])
  }

  @Test("a newer place of another client is not overwritten by what waited on the disk")
  func newer() async throws {
    let stand = try AudiobookshelfStand()
    let sync = stand.listening(try await stand.signedIn())
    try stand.fake.control(
      #"{"set": {"fail": [{"path": "api", "kind": "close", "times": 1000}]}}"#)
    await sync.begin(Self.quay, at: .zero)
    try await hear(20, from: 0, sync, stand)
    await sync.close(at: .seconds(20))
    try stand.pass(60)
    try stand.fake.control(
      #"{"set": {"fail": []}, "move": {"user": "ola", "item": "b2", "time": 900}}"#
    )
    #expect(try await sync.sendStored() == 1)
    #expect(try stand.progress("b2")?.currentTime == 900)
    #expect(try stand.listened("b2") == 20)
    #expect(stand.local.all.isEmpty)
  }

  @Test("a book that is only paused here leaves another client's place alone")
  func paused() async throws {
    let stand = try AudiobookshelfStand()
    let sync = stand.listening(try await stand.signedIn())
    await sync.begin(Self.quay, at: .zero)
    try await hear(10, from: 0, sync, stand)
    await sync.note(.paused, at: .seconds(10))
    await sync.settled()
    try stand.pass(600)
    try stand.fake.control(#"{"move": {"user": "ola", "item": "b2", "time": 900}}"#)
    await sync.note(.paused, at: .seconds(10.2))
    await sync.close(at: .seconds(10))
    #expect(try stand.progress("b2")?.currentTime == 900)
    #expect(try stand.listened("b2") == 10)
    #expect(stand.local.all.isEmpty)
    #expect(try stand.faults() == [])
  }

  @Test("an item that is deleted while it is listened to ends its session, and no other")
  func deleted() async throws {
    let stand = try AudiobookshelfStand()
    let reports = ReportBox()
    let sync = stand.listening(try await stand.signedIn(), reports)
    await sync.begin(Self.quay, at: .zero)
    try await hear(30, from: 0, sync, stand)
    try stand.fake.control(#"{"delete": "b2"}"#)
    try await hear(90, from: 30, sync, stand)
    await sync.settled()
    #expect(reports.all.contains(.gone(Self.quay)))
    let requests = try stand.fake.report().requests.count
    try await hear(90, from: 120, sync, stand)
    await sync.begin(Self.pier, at: .zero)
    await sync.close(at: .seconds(1))
    #expect(try stand.fake.report().requests.count <= requests + 3)
    #expect(stand.local.all.isEmpty)
    #expect(try stand.progress("b1")?.currentTime == 1)
    #expect(try stand.faults() == [])
  }

  @Test("an episode is listened to under its own id")
  func episode() async throws {
    let stand = try AudiobookshelfStand()
    let sync = stand.listening(try await stand.signedIn())
    let episode = ListenedBook(
      item: "p1", episode: "e2", title: "Second", author: "Host", duration: .seconds(700))
    await sync.begin(episode, at: .seconds(10))
    try await hear(31, from: 10, sync, stand)
    try stand.fake.control(#"{"forget": "sessions"}"#)
    await sync.close(at: .seconds(41))
    #expect(try stand.progress("p1/e2")?.currentTime == 41)
    #expect(try stand.listened("p1") == 31)
    #expect(try stand.faults() == [])
  }

  @Test("a sign-in that is over keeps listening on the disk")
  func signedOut() async throws {
    let stand = try AudiobookshelfStand()
    let reports = ReportBox()
    let sync = stand.listening(try await stand.signedIn(), reports)
    await sync.begin(Self.quay, at: .zero)
    await sync.settled()
    try stand.fake.control(#"{"expire": "access"}"#)
    try stand.fake.control(#"{"expire": "refresh"}"#)
    try await hear(40, from: 0, sync, stand)
    await sync.close(at: .seconds(40))
    #expect(reports.all.contains(.offline(.signInAgain)))
    #expect(stand.local.all.map(\.listened).reduce(0, +) == 40_000)
    let again = stand.listening(try await stand.signedIn())
    try await again.sendStored()
    #expect(try stand.listened("b2") == 40)
    #expect(try stand.progress("b2")?.currentTime == 40)
  }

  @Test("clocks that differ by hours change no order", arguments: [-7200, 7200])
  func skew(seconds: Int) async throws {
    let stand = try AudiobookshelfStand(switches: #"{"skew": \#(seconds)}"#)
    let client = try await stand.signedIn()
    let sync = stand.listening(client)
    await sync.begin(Self.quay, at: .zero)
    try await hear(30, from: 0, sync, stand)
    await sync.close(at: .seconds(30))
    let first = try #require(try await client.progress(of: "b2"))
    // Within the steps of the tests' own clock, and of whole seconds.
    #expect(abs(first.progress.updated - stand.now) < 120_000)
    try stand.fake.control(
      #"{"set": {"fail": [{"path": "play|sync|close", "status": 502, "times": 1000}]}}"#)
    try stand.pass(3600)
    await sync.begin(Self.quay, at: .seconds(30))
    try await hear(10, from: 30, sync, stand)
    await sync.close(at: .seconds(40))
    #expect(try stand.progress("b2")?.currentTime == 40)
    #expect(try stand.listened("b2") == 40)
  }
}

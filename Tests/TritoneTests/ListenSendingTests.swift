import Bus
import Foundation
import HTTP
import Library
import Log
import Music
import Online
import Secrets
import Synchronization
import TestServers
import Testing

@testable import tritone

@Suite("Sending listens")
struct ListenSendingTests {
  private static let token = "s3cr3t-token-of-ola"
  private let folder: Folder
  private let library: Library
  private let told = Told()

  private final class Told: Sendable {
    let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
  }

  init() throws {
    folder = try Folder()
    library = try Library(at: folder.path("library.db"))
  }

  private var secrets: ListenSecrets {
    ListenSecrets(store: SecretStore(Bus(addresses: []), folder: folder.path("secrets")))
  }

  private func sending(
    _ library: Library? = nil, ownRoots: [ListenServiceKind: String] = [:]
  ) -> ListenSending {
    var configuration = HTTPConfiguration(userAgent: "tritone/test")
    configuration.usesProxies = false
    let told = told
    return ListenSending(
      library: library ?? self.library, secrets: secrets, client: HTTPClient(configuration),
      log: Log(), ownRoots: ownRoots,
      tell: { line in told.lines.withLock { $0.append(line) } })
  }

  @discardableResult
  private func signIn(_ fake: FakeListenBrainz, love: Bool = false) async throws -> ListenService {
    let root = try ServiceRoot(fake.address, of: .listenBrainz).text
    try await secrets.keep(.token(Secret(Self.token)), .listenBrainz, root: root, user: "ola")
    return try #require(
      try await library.signIn(
        to: .listenBrainz, at: root, as: "ola", sendsLove: love, now: ListenSending.now))
  }

  private func lastFM(_ fake: FakeLastFM) async throws -> ListenService {
    let root = try ServiceRoot(fake.address, of: .lastFM).text
    let keys = LastFMKeys(
      key: Secret(fake.with { $0.key }), secret: Secret(fake.with { $0.secret }))
    let session = Secret(fake.with { $0.session })
    try await secrets.keep(
      .session(keys, session: session), .lastFM, root: root, user: "ola")
    return try #require(
      try await library.signIn(to: .lastFM, at: root, as: "ola", now: ListenSending.now))
  }

  /// Queues listens named by numbers, which began a minute apart, the last one just now.
  private func queue(_ count: Int, ago: Int64 = 0) async throws {
    for number in 0..<count {
      let track = try #require(ListenedTrack(title: "\(number)", artist: "Ola"))
      let start = ListenSending.now - ago - Int64(count - number) * 60
      try await library.queueListen(Listen(track, start: start))
    }
  }

  private func service() async throws -> ListenService {
    try #require(try await library.listenServices().first)
  }

  /// The root of the fake that was signed in to, as that of the service itself.
  private func ownRoots() async throws -> [ListenServiceKind: String] {
    let service = try await service()
    return [service.kind: service.root]
  }

  @Test("all that waits is sent in order and in batches, once")
  func order() async throws {
    let fake = try FakeListenBrainz(token: Self.token)
    try await signIn(fake)
    try await queue(230)
    let sending = sending(ownRoots: try await ownRoots())
    #expect(await sending.sendAll() == nil)
    #expect(fake.with { $0.listens.all.map(\.title) } == (0..<230).map { "\($0)" })
    #expect(fake.with { $0.batches } == [100, 100, 30])
    #expect(await sending.sendAll() == nil)
    #expect(fake.with { $0.listens.sent } == 230 && told.all == [])
    #expect(try await service().waiting == 0)
  }

  @Test("what the server took before the connection broke is the same when it comes again")
  func cuts() async throws {
    let fake = try FakeListenBrainz(token: Self.token)
    try await signIn(fake)
    try await queue(150)
    let sending = sending(ownRoots: try await ownRoots())
    for fault in [ServiceFault.cutAfter, .cutBefore, .status(503), .status(429), .cutAfter] {
      fake.with { $0.faults = [fault] }
      let next = try #require(await sending.sendAll())
      #expect(next > ListenSending.now)
      // Before that time nothing is asked.
      let requests = fake.server.requests.count
      _ = await sending.sendAll()
      #expect(fake.server.requests.count == requests)
      try await library.retryListens()
    }
    #expect(await sending.sendAll() == nil)
    #expect(fake.with { $0.listens.all.map(\.title) } == (0..<150).map { "\($0)" })
    #expect(fake.with { $0.listens.sent } > 150 && fake.with { $0.complaints } == [])
  }

  @Test("the pause that a server asks for is kept, and failures wait twice as long each time")
  func pauses() async throws {
    let fake = try FakeListenBrainz(token: Self.token)
    try await signIn(fake)
    try await queue(1)
    fake.with { $0.faults = [.status(429, headers: ["Retry-After: 300"])] }
    _ = await sending().sendAll()
    let service = try await service()
    #expect((295...300).contains(service.retryTime - ListenSending.now))
    #expect(service.failures == 1)
    #expect(
      (0..<9).map { ListenSending.backOff(after: $0) / 60 } == [1, 2, 4, 8, 16, 32, 60, 60, 60])
  }

  @Test("a token that is not valid stops its service alone, and is told once")
  func expired() async throws {
    let (one, two) = (
      try FakeListenBrainz(token: Self.token),
      try FakeLastFM(key: "key", secret: "secret", session: "session")
    )
    try await signIn(one)
    _ = try await lastFM(two)
    try await queue(3)
    one.with { $0.token = "another one" }
    let sending = sending()
    #expect(await sending.sendAll() == nil)
    #expect(await sending.sendAll() == nil)
    #expect(
      told.all == [
        "ListenBrainz (ola): sign in again: tritone scrobble sign-in listenbrainz --root "
          + (try ServiceRoot(one.address, of: .listenBrainz).text)
      ])
    #expect(two.with { $0.listens.all.map(\.title) } == ["0", "1", "2"])
    #expect(try await library.listenServices().map(\.waiting) == [3, 0])
    one.with { $0.token = Self.token }
    try await signIn(one)
    #expect(await sending.sendAll() == nil)
    #expect(one.with { $0.listens.all.map(\.title) } == ["0", "1", "2"])
  }

  @Test("a listen that the service refuses holds up no other one")
  func refused() async throws {
    let fake = try FakeListenBrainz(token: Self.token)
    try await signIn(fake)
    try await queue(5)
    let track = try #require(ListenedTrack(title: "refused", artist: "Ola"))
    try await library.queueListen(Listen(track, start: ListenSending.now))
    try await queue(2)
    #expect(await sending().sendAll() == nil)
    #expect(
      fake.with { $0.listens.all.map(\.title) } == ["0", "1", "2", "3", "4", "0", "1"])
    #expect(try await service().waiting == 0)
  }

  @Test("listens too old for Last.fm are dropped and told; a full day waits")
  func tooOld() async throws {
    let fake = try FakeLastFM(key: "key", secret: "secret", session: "session")
    _ = try await lastFM(fake)
    try await queue(2, ago: 15 * 86_400)
    try await queue(60)
    fake.with { $0.ignored = ["55": 5, "3": 1] }
    let sending = sending(ownRoots: try await ownRoots())
    #expect(await sending.sendAll() != nil)
    #expect(
      told.all == [
        "Last.fm takes no listens that old: 2 listens dropped",
        "Last.fm (ola) does not take a listen: the service ignores the artist",
      ])
    #expect(fake.with { $0.batches } == [50, 10])
    let waiting = try await library.queuedListens(of: try await service().id, atMost: 9)
    #expect(waiting.map(\.listen.track.title) == ["55"])
    fake.with { $0.ignored = [:] }
    try await library.retryListens()
    #expect(await sending.sendAll() == nil)
    #expect(fake.with { $0.listens.all.count } == 59 && told.all.count == 2)
  }

  @Test("of two programs on one library one sends, and nothing is sent twice")
  func two() async throws {
    let fake = try FakeListenBrainz(token: Self.token)
    try await signIn(fake)
    try await queue(300)
    let (one, two) = (
      sending(ownRoots: try await ownRoots()),
      sending(try Library(at: library.path), ownRoots: try await ownRoots())
    )
    async let first = one.sendAll()
    async let second = two.sendAll()
    let ends = await [first, second]
    #expect(ends.contains(nil))
    #expect(fake.with { $0.listens.sent } == 300)
  }

  @Test("a server that stops at a listen that it has gets the ones behind it all the same")
  func stopping() async throws {
    let fake = try FakeListenBrainz(token: Self.token)
    fake.with { $0.stopsAtDuplicates = true }
    try await signIn(fake)
    try await queue(3)
    fake.with { $0.faults = [.cutAfter] }
    let sending = sending()
    _ = await sending.sendAll()
    try await library.retryListens()
    #expect(await sending.sendAll() == nil)
    #expect(fake.with { $0.listens.all.map(\.title) } == ["0", "1", "2"])
    #expect(fake.with { $0.batches } == [1, 1, 1, 1])
  }

  @Test("a server cannot have its next request in no time, and a page of a proxy is no verdict")
  func hostile() async throws {
    let fake = try FakeListenBrainz(token: Self.token)
    try await signIn(fake)
    try await queue(2)
    let sending = sending()
    let page = "<html>not here</html>"
    for fault in [
      ServiceFault.status(503, headers: ["Retry-After: 0"]), .status(400, body: page),
      .status(403, body: page), .status(429, headers: ["Retry-After: 0"]),
    ] {
      fake.with { $0.faults = [fault] }
      _ = await sending.sendAll()
      let service = try await service()
      #expect(service.waiting == 2)
      #expect(service.failures == 1 || service.retryTime - ListenSending.now > 50)
      if case .signIn = service.obstacle { Issue.record("a page ended the sign-in") }
      // A minute passes.
      try await library.postponeListens(of: service.id, to: 0, because: "tests")
    }
    #expect(told.all == [])
  }

  @Test("a clock that was a year ahead stops nothing once it is right")
  func clock() async throws {
    let fake = try FakeListenBrainz(token: Self.token)
    let service = try await signIn(fake)
    try await queue(1)
    try await library.postponeListens(
      of: service.id, to: ListenSending.now + 365 * 86_400, because: "tests")
    #expect(await sending().sendAll() == nil)
    #expect(fake.with { $0.listens.all.count } == 1)
  }

  @Test("a paused service takes nothing, and a lost token waits for another session")
  func paused() async throws {
    let fake = try FakeListenBrainz(token: Self.token)
    let service = try await signIn(fake)
    try await queue(1)
    try await library.pauseListens(true)
    #expect(await sending().sendAll() == nil)
    #expect(fake.server.requests.isEmpty)
    try await library.pauseListens(false)
    _ = try await secrets.remove(of: service)
    #expect(await sending().sendAll() != nil)
    #expect(fake.server.requests.isEmpty)
    guard case .failing(let reason) = try await self.service().obstacle else {
      Issue.record("no reason")
      return
    }
    #expect(reason.contains("no token is found"))
  }

  @Test("love is told between the listens, by the recording that was announced")
  func love() async throws {
    let fake = try FakeListenBrainz(token: Self.token)
    try await signIn(fake, love: true)
    try folder.clicks("one.wav", seconds: 3, title: "0", artist: "Ola")
    _ = try await library.scan([folder.path("one.wav")]) { _ in }
    let sending = sending()
    await sending.announce(try #require(ListenedTrack(title: "0", artist: "Ola")))
    try await queue(1)
    let tracks = try await library.trackIDs(ListQuery(.songs))
    try await library.setReaction(.loved, for: tracks)
    try await queue(1)
    #expect(await sending.sendAll() == nil)
    #expect(fake.with { $0.playingNow } == ["0"])
    #expect(fake.with { $0.feedback } == ["1 \(FakeListenBrainz.msid)"])
    #expect(fake.with { $0.batches } == [1, 1])
  }

  @Test("the history is sent once, in parts, and goes on where it was broken off")
  func history() async throws {
    let fake = try FakeListenBrainz(token: Self.token)
    try folder.clicks("one.wav", seconds: 40, title: "One", artist: "Ola")
    _ = try await library.scan([folder.path("one.wav")]) { _ in }
    let track = try #require(try await library.trackIDs(ListQuery(.songs)).first)
    let first = ListenSending.now - 100_000
    for number in 0..<250 {
      try await library.recordPlay(of: track, at: first + Int64(number) * 60)
    }
    var service = try await signIn(fake)
    let sending = sending(ownRoots: try await ownRoots())
    let dry = try await sending.importHistory(to: service, since: 0, isDry: true) { _ in }
    #expect(dry.sent == 250 && fake.server.requests.isEmpty)
    // The first part arrives, and its answer does not; then the server is gone.
    fake.with { $0.faults = [.cutAfter, .status(401)] }
    await #expect(throws: ScrobbleError.self) {
      _ = try await sending.importHistory(to: service, since: 0, isDry: false) { _ in }
    }
    service = try await self.service()
    #expect(service.imported == 0)
    let done = try await sending.importHistory(to: service, since: 0, isDry: false) { _ in }
    #expect(done.sent == 250 && done.skipped == 0)
    let starts = fake.with { $0.listens.all.map(\.start) }
    #expect(starts == (0..<250).map { first + Int64($0) * 60 - 40 })
    service = try await self.service()
    let again = try await sending.importHistory(to: service, since: 0, isDry: false) { _ in }
    #expect(again.sent == 0 && again.plays == 0)
    // What is played from the sign-in on is sent by itself.
    try await library.recordPlay(of: track, at: service.since)
    #expect(
      try await sending.importHistory(to: service, since: 0, isDry: false) { _ in }.plays == 0)
  }
}

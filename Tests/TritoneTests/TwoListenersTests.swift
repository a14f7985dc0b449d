import Foundation
import HTTP
import Library
import Log
import Media
import Music
import Secrets
import ServerHarness
import Servers
import Synchronization
import Testing

@testable import tritone

/// One book on a server, which several clients of one user hear.
@Suite("Two who move one place", .enabled(if: FakeAudiobookshelf.isAvailable, "needs python3"))
struct TwoListenersTests {
  private static let shelf = """
    {"users": [{"name": "ola", "password": "s3cr3t"}],
     "libraries": [{"id": "books", "name": "Books", "mediaType": "book"}],
     "items": [{"id": "pier", "library": "books", "title": "Pier", "authors": ["Ola"],
                "files": [{"path": "1.mp3", "duration": 1800, "size": 10},
                          {"path": "2.mp3", "duration": 1800, "size": 10}]}]}
    """

  /// Unix time in milliseconds, for all of them.
  private final class Clock: Sendable {
    private let time: Mutex<Int64>
    init(_ time: Int64) { self.time = Mutex(time) }
    var now: Int64 { time.withLock { $0 } }
    func pass(_ seconds: Int64) { time.withLock { $0 += seconds * 1_000 } }
  }

  private final class Tokens: TokenStore {
    private let tokens: AudiobookshelfTokens
    init(_ tokens: AudiobookshelfTokens) { self.tokens = tokens }
    func tokens() async throws(ServerError) -> AudiobookshelfTokens? { tokens }
    func replace(
      _ old: AudiobookshelfTokens, with new: AudiobookshelfTokens
    ) async throws(ServerError) -> Bool { true }
  }

  /// A machine with a library of its own.
  private struct Listener {
    let folder: Folder
    let library: Library
    let directories: Directories
    let server: Server
    let client: AudiobookshelfClient
    let book: BookID
    var lastUpdate: Int64 = 0

    init(_ fake: FakeAudiobookshelf, _ clock: Clock) async throws {
      folder = try Folder()
      library = try Library(at: folder.path("library.db"))
      let home = folder.url.path
      directories = Directories(environment: ["HOME": home], current: FilePath(home), account: home)
      var configuration = HTTPConfiguration(userAgent: "tritone/test")
      configuration.usesProxies = false
      let http = HTTPClient(configuration)
      let root = try HTTPURL(fake.address)
      // Pauses take no time.
      let timing = AudiobookshelfTiming(
        now: { clock.now }, pause: { _ in try Task.checkCancellation() }, spread: { 0.5 })
      let tokens = try await AudiobookshelfSignIn(http, at: root, timing: timing)
        .signIn(user: "ola", password: Secret("s3cr3t")).tokens
      client = AudiobookshelfClient(
        http, at: root,
        session: AudiobookshelfSession(http, at: root, store: Tokens(tokens), timing: timing),
        timing: timing)
      server = try await library.addServer(
        kind: .audiobookshelf, name: "Shelf", address: fake.address, user: "ola")
      _ = try await ServerListingRun(
        library: library, server: server, directories: directories, log: Log(), progress: { _ in }
      ).run(.audiobookshelf(client))
      book = try #require(try await library.books().first).id
    }

    func progress() async throws -> BookProgress {
      try #require(try await library.book(book)).progress
    }

    /// Hears up to a place.
    func hear(to place: Duration, at time: Int64) async throws {
      try await library.keepPlace(place, of: book, isFinished: nil, at: time)
    }

    /// - Returns: Whether the network held.
    func exchange(takes: Bool) async throws -> Bool {
      var outcome = ServerExchangeOutcome()
      do {
        return try await ServerExchange(
          library: library, server: server, directories: directories, log: Log()
        ).run(.audiobookshelf(client), takes: takes, into: &outcome)
      } catch is ServerError { return false }
    }
  }

  @Test("all have the place of the newest listen in the end, and none goes back", arguments: 0..<12)
  func converge(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let clock = Clock(AudiobookshelfTiming.systemClock() - 86_400_000)
    let fake = try FakeAudiobookshelf(library: Self.shelf)
    defer { withExtendedLifetime(fake) {} }
    try fake.control(#"{"set": {"frozen": \#(clock.now)}}"#)
    var listeners = [try await Listener(fake, clock), try await Listener(fake, clock)]
    var newest = 0.0
    for _ in 0..<40 {
      let seconds = Int64.random(in: 5...300, using: &random)
      clock.pass(seconds)
      try fake.control(#"{"pass": \#(seconds)}"#)
      let index = Int.random(in: 0..<2, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0...3:
        newest = Double(Int.random(in: 1..<3_400, using: &random))
        try await listeners[index].hear(to: .seconds(newest), at: clock.now)
      case 4:
        // A telephone hears it, too.
        newest = Double(Int.random(in: 1..<3_400, using: &random))
        try fake.control(
          #"{"move": {"user": "ola", "item": "pier", "time": \#(newest), "at": \#(clock.now)}}"#)
      case 5:
        let kind = ["lost", "close", "cut"].randomElement(using: &random) ?? "lost"
        let times = [1, 1_000].randomElement(using: &random) ?? 1
        try fake.control(
          #"{"set": {"fail": [{"path": "me", "kind": "\#(kind)", "times": \#(times)}]}}"#)
        _ = try await listeners[index].exchange(takes: Bool.random(using: &random))
        try fake.control(#"{"set": {"fail": []}}"#)
      default: _ = try await listeners[index].exchange(takes: Bool.random(using: &random))
      }
      for index in listeners.indices {
        let updated = try await listeners[index].progress().updated
        #expect(updated >= listeners[index].lastUpdate)
        listeners[index].lastUpdate = updated
      }
    }
    // Each tells what it has, then asks for what the other one told.
    for index in [0, 1, 0] {
      let isDone = try await listeners[index].exchange(takes: true)
      #expect(isDone)
    }
    for listener in listeners {
      let place = try await listener.progress().place
      #expect(abs(place.seconds - newest) < 0.001)
    }
    let there = try fake.state().progress["user-ola"]?["pier"]?.currentTime
    #expect(abs((there ?? 0) - newest) < 0.001)
    #expect(try fake.report().faults == [])
  }
}

import Library
import Music
import OldLibraries
import Testing

@Suite("Listens for services")
struct ListenTests {
  private static let root = "https://api.listenbrainz.org/"

  private func listen(_ title: String, start: Int64 = 1000) throws -> Listen {
    let track = try #require(
      ListenedTrack(
        title: title, artist: "Ola", album: "Pier", albumArtist: "Various", number: 3,
        duration: .milliseconds(183_500), source: .stream,
        ids: MusicBrainzIDs(
          recording: "b7ffd2af-418f-4be2-bdd1-22f8b48613da", release: nil,
          artists: ["8f3471b5-7e6a-48da-86a9-c1c07a0f47ae"])))
    return Listen(track, start: start)
  }

  private func signIn(
    _ library: Library, user: String = "ola", love: Bool = false, now: Int64 = 500
  ) async throws -> ListenService {
    try #require(
      try await library.signIn(
        to: .listenBrainz, at: Self.root, as: user, sendsLove: love, now: now))
  }

  @Test("a listen waits for every service that is signed in to, as it was heard, over restarts")
  func queue() async throws {
    let folder = TemporaryFolder()
    let path = folder["library.db"]
    let (one, two): (ListenService, ListenService)
    do {
      let library = try Library(at: path)
      #expect(try await library.queueListen(try listen("Before")) == 0)
      one = try await signIn(library)
      two = try await signIn(library, user: "me")
      #expect(try await library.queueListen(try listen("One")) == 2)
      #expect(try await library.queueListen(try listen("Two", start: 2000)) == 2)
    }
    let library = try Library(at: path)
    let queued = try await library.queuedListens(of: one.id, atMost: 10)
    #expect(queued.map(\.listen) == [try listen("One"), try listen("Two", start: 2000)])
    #expect(queued.allSatisfy { $0.feedback == nil })
    #expect(try await library.queuedListens(of: one.id, atMost: 1).count == 1)
    try await library.removeListens(queued.map(\.id), of: one.id)
    #expect(try await library.listenServices().map(\.waiting) == [0, 2])
    #expect(try await library.queuedListens(of: two.id, atMost: 10).count == 2)
    #expect(try await library.check() == [])
    #expect(try await library.undo() == nil)
  }

  @Test("a service that fails is due later, and a success forgets its failures")
  func failures() async throws {
    let library = try Library.inMemory()
    let service = try await signIn(library)
    try await library.queueListen(try listen("One"))
    try await library.postponeListens(of: service.id, to: 900, because: "no answer")
    try await library.postponeListens(of: service.id, to: 1000, because: "still none")
    var now = try #require(try await library.listenServices().first)
    #expect(now.failures == 2 && now.retryTime == 1000 && now.waiting == 1)
    #expect(now.obstacle == .failing(reason: "still none"))
    #expect(!now.maySend(at: 999) && now.maySend(at: 1000))
    let row = try #require(try await library.queuedListens(of: service.id, atMost: 1).first)
    try await library.removeListens([row.id], of: service.id)
    now = try #require(try await library.listenServices().first)
    #expect(now.failures == 0 && now.retryTime == 0 && now.obstacle == nil)
  }

  @Test("a sign-in that is over is told once, until the user signs in again")
  func expired() async throws {
    let library = try Library.inMemory()
    let service = try await signIn(library)
    #expect(try await library.requireSignIn(to: service.id, because: "invalid"))
    #expect(try await !library.requireSignIn(to: service.id, because: "invalid"))
    var now = try #require(try await library.listenServices().first)
    #expect(now.obstacle == .signIn(reason: "invalid") && !now.maySend(at: .max))
    _ = try await signIn(library, now: 9_000)
    now = try #require(try await library.listenServices().first)
    #expect(now.obstacle == nil && now.since == 500 && now.id == service.id)
    try await library.pauseListens(true)
    #expect(try await library.listenServices().first?.maySend(at: .max) == false)
  }

  @Test("a sign-out deletes the queue, and keeps what was imported")
  func signOut() async throws {
    let library = try Library.inMemory()
    let service = try await signIn(library)
    try await library.queueListen(try listen("One"))
    try await library.noteImported(upTo: 400, to: service.id)
    try await library.noteImported(upTo: 300, to: service.id)
    try await library.signOut(of: service.id)
    #expect(try await library.listenServices() == [])
    #expect(try await library.queueListen(try listen("Two")) == 0)
    let again = try await signIn(library, now: 9_000)
    #expect(again.imported == 400 && again.since == 500 && again.waiting == 0)
  }

  @Test("listens that are older than a service takes are dropped, feedback is not")
  func dropped() async throws {
    let test = try TestLibrary()
    test.write("1.flac", [("TITLE", "One"), ("ARTIST", "Ola")])
    try await test.scan()
    let track = try #require(try await test.library.trackIDs(ListQuery(.songs)).first)
    let service = try await signIn(test.library, love: true)
    try await test.library.setReaction(.loved, for: [track])
    for start: Int64 in [10, 20, 30] {
      try await test.library.queueListen(try listen("x", start: start))
    }
    #expect(try await test.library.dropListens(of: service.id, before: 20) == 1)
    #expect(try await test.library.listenServices().first?.waiting == 3)
  }

  @Test("love and its end wait as feedback in order, undone and done again too, where it is wanted")
  func love() async throws {
    let test = try TestLibrary()
    let library = test.library
    test.write("1.flac", [("TITLE", "One"), ("ARTIST", "Ola")])
    test.write("2.flac", [("TITLE", "No artist")])
    try await test.scan()
    let tracks = try await library.trackIDs(ListQuery(.songs, sort: .title))
    try await library.setReaction(.loved, for: tracks)
    try await library.setReaction(.none, for: tracks)
    let service = try await signIn(library, love: true)
    _ = try await signIn(library, user: "other")
    try await library.setReaction(.liked, for: tracks)
    try await library.setReaction(.loved, for: tracks)
    _ = try await library.undo()
    _ = try await library.redo()
    try await library.setReaction(.none, for: tracks)
    #expect(
      try test.database.run("SELECT service, feedback, title, artist FROM listens ORDER BY id")
        == [1, 0, 1, 0].map { "\(service.id.rawValue)|\($0)|One|Ola" })
    try await library.queueListen(try listen("Two"))
    #expect(try await library.queuedListens(of: service.id, atMost: 9).map(\.feedback) == [.love])
    try await library.setSendsLove(false, to: service.id)
    try await library.setReaction(.loved, for: tracks)
    #expect(try await library.listenServices().map(\.waiting) == [5, 1])
  }

  @Test("plays from before the sign-in are listens from their beginning, in order, in parts")
  func past() async throws {
    let test = try TestLibrary()
    let library = test.library
    test.write("1.flac", seconds: 60, [("TITLE", "One"), ("ARTIST", "Ola")])
    test.write("2.flac", seconds: 30, [("TITLE", "Short"), ("ARTIST", "Ola")])
    test.write("3.flac", seconds: 60, [("TITLE", "Three")])
    try await test.scan()
    let ids = try await library.trackIDs(ListQuery(.songs, sort: .title))
    let titles = try await test.titles(ids)
    let one = try #require(titles.firstIndex(of: "One").map { ids[$0] })
    let short = try #require(titles.firstIndex(of: "Short").map { ids[$0] })
    for (index, time) in [100, 200, 200, 200, 300, 400].enumerated() {
      try await library.recordPlay(of: index == 4 ? short : one, at: Int64(time))
    }
    #expect(try await library.countPlays(before: 400, after: 100) == 4)
    let first = try await library.pastListens(before: 400, after: 0, atMost: 2)
    #expect(first.plays == 4 && first.last == 200)
    #expect(first.listens.map(\.start) == [40, 140, 140, 140])
    let rest = try await library.pastListens(before: 400, after: 200, atMost: 2)
    #expect(rest.plays == 1 && rest.last == 300 && rest.listens.isEmpty)
    #expect(try await library.pastListens(before: 400, after: 300, atMost: 2) == PastListens())
  }

  @Test("one process at a time sends, and the next one once that has ended")
  func lock() throws {
    let folder = TemporaryFolder()
    let (one, two) = (
      try Library(at: folder["library.db"]), try Library(at: folder["library.db"])
    )
    var lock = try one.lockSending()
    #expect(try lock != nil && two.lockSending() == nil)
    lock = nil
    #expect(try two.lockSending() != nil)
    #expect(try Library.inMemory().lockSending() != nil)
  }

  @Test("a library of version 5 becomes one of today with a backup, and with all that is in it")
  func migration() async throws {
    let folder = TemporaryFolder()
    let path = folder["library.db"]
    let database = RawDatabase(path: path)
    try database.run(VersionFive.schema)
    try database.run(VersionFive.content)
    let rows = [
      "SELECT * FROM plays", "SELECT * FROM marks", "SELECT quote(path), title FROM tracks",
      "SELECT * FROM settings",
    ]
    let before = try rows.map { try database.run($0) }
    #expect(before.allSatisfy { !$0.isEmpty })
    let library = try Library(at: path)
    #expect(try rows.map { try database.run($0) } == before)
    #expect(try await library.check() == [])
    #expect(
      try database.run("SELECT max(CAST(identifier AS INTEGER)) FROM grdb_migrations") == ["10"])
    let new = folder["new.db"]
    _ = try Library(at: new)
    let all = """
      SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name
      """
    #expect(try database.run(all) == RawDatabase(path: new).run(all))
    #expect(BackupFolder(of: path).backups.count == 1)
    #expect(try await library.listenServices() == [])
  }
}

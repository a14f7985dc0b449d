import Foundation
import Library
import Log
import Music
import Servers
import Testing

@testable import tritone

/// Places in long tracks of a Subsonic server, with a stand-in for that.
@Suite("Places at Subsonic servers")
struct ServerPlacesTests {
  private let folder: Folder
  private let library: Library
  private let fake: FakeSubsonic
  private let directories: Directories

  init() throws {
    folder = try Folder()
    library = try Library(at: folder.path("library.db"))
    fake = try FakeSubsonic()
    let home = folder.url.path
    directories = Directories(
      environment: ["HOME": home], current: FilePath(home), account: home)
  }

  /// A server with two tracks of two hours, one of an hour's audiobook, and a song.
  private func server() async throws -> Server {
    let server = try await library.addServer(
      kind: .subsonic, name: "Home", address: fake.address, user: "ola")
    let listing = try await library.beginListing(of: server.id)
    let facts = [("long", 7_200, nil), ("other", 7_200, nil), ("tale", 600, "Audiobook")]
    let listed = (facts + [("song", 200, "Pop")]).map { id, seconds, genre in
      ServerTrack(
        id: id, tags: Tags(title: id, artist: "Ann", genre: genre),
        audio: AudioProperties(duration: .seconds(seconds)))
    }
    _ = try await library.storeListing(listed, of: server.id, listing: listing, cursor: nil)
    _ = try await library.endListing(of: server.id, listing: listing, at: ListenSending.now)
    return try #require(try await library.servers().first)
  }

  private func id(_ track: String, _ server: Server) async throws -> TrackID {
    let address = try #require(ServerTrackAddress(server: server.uuid, track: track))
    return try #require(try await library.track(at: address))
  }

  private func place(_ track: String, _ server: Server) async throws -> Duration? {
    try await library.episodeProgress(of: try await id(track, server))?.place
  }

  private func exchange(_ server: Server) -> ServerExchange {
    ServerExchange(library: library, server: server, directories: directories, log: Log())
  }

  private func run(_ server: Server) async throws {
    var outcome = ServerExchangeOutcome()
    try await exchange(server).run(.subsonic(try fake.client()), into: &outcome)
  }

  private var bookmarks: [String: Int] { fake.with { $0.bookmarks.mapValues(\.position) } }

  @Test("places of long tracks and of speech are kept and told, and those of songs are not")
  func told() async throws {
    let server = try await server()
    for (track, second) in [("long", 1_000), ("tale", 30), ("song", 100)] {
      try await library.keepPlace(
        .seconds(second), ofEpisode: try await id(track, server), at: 1_000_000)
    }
    #expect(try await place("song", server) == nil)
    #expect(try await place("other", server) == .zero)
    #expect(try await exchange(server).hasSomethingToSend())
    try await run(server)
    #expect(bookmarks == ["long": 1_000_000, "tale": 30_000])
    #expect(try await !exchange(server).hasSomethingToSend())
    try await run(server)
    #expect(fake.count(of: "createBookmark") == 2)
  }

  @Test("the newer of two places wins, whichever side has it")
  func newest() async throws {
    let server = try await server()
    let now = ListenSending.now * 1_000
    try await library.keepPlace(.seconds(500), ofEpisode: try await id("long", server), at: now)
    try await library.keepPlace(.seconds(500), ofEpisode: try await id("other", server), at: 1_000)
    fake.with { state in
      state.bookmarks["long"] = (900_000, "2001-01-01T00:00:00Z")
      state.bookmarks["other"] = (900_000, "2001-01-01T00:00:00Z")
      state.bookmarks["song"] = (90_000, "2001-01-01T00:00:00Z")
      state.bookmarks["unknown"] = (90_000, "2001-01-01T00:00:00Z")
    }
    try await run(server)
    #expect(try await place("long", server) == .seconds(500))
    #expect(try await place("other", server) == .seconds(900))
    #expect(try await place("song", server) == nil)
    #expect(bookmarks["long"] == 500_000)
    #expect(bookmarks["other"] == 900_000)
  }

  @Test("what a server has written of ours is no news, however far its clock is ahead")
  func ahead() async throws {
    let server = try await server()
    let track = try await id("long", server)
    let now = ListenSending.now * 1_000
    fake.with { $0.clock = "2099-01-01T00:00:00Z" }
    try await library.keepPlace(.seconds(500), ofEpisode: track, at: now - 60_000)
    try await run(server)
    try await library.keepPlace(.seconds(700), ofEpisode: track, at: now - 30_000)
    try await run(server)
    #expect(try await place("long", server) == .seconds(700))
    #expect(bookmarks == ["long": 700_000])
  }

  @Test("a track that was heard has no bookmark, and one that another client removed no place")
  func removed() async throws {
    let server = try await server()
    let now = ListenSending.now * 1_000
    let (long, other) = (try await id("long", server), try await id("other", server))
    for track in [long, other] {
      try await library.keepPlace(.seconds(500), ofEpisode: track, at: now - 90_000)
    }
    try await run(server)
    #expect(bookmarks.count == 2)
    try await library.keepPlace(.seconds(7_195), ofEpisode: long, at: now - 60_000)
    fake.with { $0.bookmarks["other"] = nil }
    try await run(server)
    #expect(bookmarks == [:])
    #expect(try await library.episodeProgress(of: long)?.isFinished == true)
    #expect(try await place("other", server) == .zero)
    // A place that the server was not told yet is not taken back.
    try await library.keepPlace(.seconds(40), ofEpisode: other, at: now - 30_000)
    try await run(server)
    #expect(bookmarks == ["other": 40_000])
  }

  @Test(
    "a server that gives no bookmarks leaves places as they are, and gets all the rest",
    arguments: [0, 50, 70])
  func unsupported(code: Int) async throws {
    let server = try await server()
    let track = try await id("long", server)
    fake.with { state in
      state.refusals["getBookmarks"] = code
      state.playlists["p"] = ("L", ["song"])
    }
    try await library.keepPlace(.seconds(500), ofEpisode: track, at: ListenSending.now * 1_000)
    try await run(server)
    #expect(try await place("long", server) == .seconds(500))
    #expect(try await library.playlists().count == 1)
    fake.with { $0.refusals = [:] }
    try await run(server)
    #expect(bookmarks == ["long": 500_000])
  }
}

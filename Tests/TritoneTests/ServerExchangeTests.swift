import Foundation
import Library
import Log
import Music
import Servers
import Testing

@testable import tritone

/// What goes between the library and a Subsonic server, with a stand-in for that.
@Suite("Exchanges with servers")
struct ServerExchangeTests {
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

  /// A server whose tracks are listed, named by numbers from 1 on.
  private func server(_ tracks: Int) async throws -> Server {
    let server = try await library.addServer(
      kind: .subsonic, name: "Home", address: fake.address, user: "ola")
    let listing = try await library.beginListing(of: server.id)
    let listed = (1...tracks).map { number in
      ServerTrack(id: "\(number)", tags: Tags(title: "T \(number)", artist: "Ann"))
    }
    _ = try await library.storeListing(listed, of: server.id, listing: listing, cursor: nil)
    _ = try await library.endListing(of: server.id, listing: listing, at: ListenSending.now)
    return try #require(try await library.servers().first)
  }

  private func id(_ track: Int, _ server: Server) async throws -> TrackID {
    let address = try #require(ServerTrackAddress(server: server.uuid, track: "\(track)"))
    return try #require(try await library.track(at: address))
  }

  private func exchange(_ server: Server) -> ServerExchange {
    ServerExchange(library: library, server: server, directories: directories, log: Log())
  }

  /// Runs an exchange that may break off.
  @discardableResult
  private func run(_ server: Server) async throws -> (isWhole: Bool, ServerExchangeOutcome) {
    var outcome = ServerExchangeOutcome()
    do {
      try await exchange(server).run(.subsonic(try fake.client()), into: &outcome)
      return (true, outcome)
    } catch is ServerError { return (false, outcome) }
  }

  @Test("a long playlist that was cut by a sending that broke off is whole again on both sides")
  func brokenPlaylist() async throws {
    let server = try await server(1_101)
    let all = (1...1_101).map { "\($0)" }
    fake.with { $0.playlists["p"] = ("L", Array(all.dropLast())) }
    #expect(try await run(server).isWhole)
    let list = try #require(try await library.playlists().first?.id)
    _ = try await library.add([try await id(1_101, server)], to: list)
    // The first request replaces the list, the next one gets no further.
    fake.with { $0.breaks = ["updatePlaylist": 0] }
    #expect(try await !run(server).isWhole)
    #expect(fake.with { $0.playlists["p"]?.tracks.count } ?? 0 < 1_101)
    #expect(try await !run(server).isWhole)
    #expect(try await library.contents(of: list, at: server.id).tracks == all)
    fake.with { $0.breaks = [:] }
    #expect(try await run(server).isWhole)
    #expect(fake.with { $0.playlists["p"]?.tracks } == all)
    #expect(try await library.contents(of: list, at: server.id).tracks == all)
    #expect(try await !exchange(server).hasSomethingToSend())
  }

  @Test("a playlist whose making broke off is made once, and gets its tracks later")
  func brokenMaking() async throws {
    let server = try await server(620)
    let list = try await library.createPlaylist(named: "Mine").id
    var tracks: [TrackID] = []
    for number in 1...620 { tracks.append(try await id(number, server)) }
    _ = try await library.add(tracks, to: list)
    fake.with { $0.breaks = ["updatePlaylist": 0] }
    let client = try fake.client()
    var isBroken = false
    do { try await exchange(server).make(list, client) } catch { isBroken = true }
    #expect(isBroken)
    fake.with { $0.breaks = [:] }
    #expect(try await run(server).isWhole)
    try await exchange(server).make(list, client)
    #expect(fake.with { $0.playlists.values.map(\.tracks.count) } == [620])
    #expect(try await library.playlists().count == 1)
  }

  @Test("plays are told once each, also where the exchange breaks off between them")
  func brokenPlays() async throws {
    let server = try await server(2)
    for (number, time) in [(1, 0), (1, 500), (2, 1_000)] {
      try await library.recordPlay(
        of: try await id(number, server), at: 4_000_000_000 + Int64(time))
    }
    fake.with { $0.breaks = ["scrobble": 1] }
    #expect(try await !run(server).isWhole)
    #expect(fake.with { $0.plays } == ["1"])
    fake.with { $0.breaks = [:] }
    #expect(try await run(server).isWhole)
    #expect(fake.with { $0.plays } == ["1", "1", "2"])
    #expect(try await run(server).isWhole)
    #expect(fake.with { $0.plays.count } == 3)
  }

  @Test("a call that a server does not take stops neither other marks nor later tracks")
  func refusedCall() async throws {
    let server = try await server(450)
    var rated: [TrackID] = []
    for number in 1...450 { rated.append(try await id(number, server)) }
    try await library.setRating(Rating(stars: 4), for: rated)
    try await library.setReaction(.loved, for: [rated[449]])
    fake.with { $0.refusals = ["setRating": 50] }
    #expect(try await run(server).isWhole)
    #expect(fake.with { $0.loved } == ["450"])
    #expect(fake.count(of: "setRating") == 10)
    fake.with { $0.refusals = [:] }
    #expect(try await run(server).isWhole)
    #expect(fake.with { $0.ratings.count } == 450)
  }

  @Test("loved tracks are taken over beside a listing that has just begun, which goes on")
  func lovedBesideListing() async throws {
    let server = try await server(2)
    let listing = try await library.beginListing(of: server.id)
    fake.with { $0.loved = ["2"] }
    #expect(try await run(server).1.marksTaken == 1)
    #expect(try await library.tracks([try await id(2, server)]).first?.reaction == .loved)
    _ = try await library.storeListing(
      [ServerTrack(id: "1", tags: Tags(title: "T 1", artist: "Ann"))], of: server.id,
      listing: listing, cursor: "c")
  }

  @Test("a server whose files are as they were is listed all the same after a week")
  func weekly() async throws {
    fake.with { $0.songs = ["1", "2"] }
    let server = try await server(2)
    func list(_ server: Server) async throws -> ServerListingOutcome {
      try await ServerListingRun(
        library: library, server: server, directories: directories, log: Log()
      ) { _ in }
      .run(.subsonic(fake.client()))
    }
    #expect(try await !list(server).isUnchanged)
    #expect(try await list(server).isUnchanged)
    fake.with { $0.ratings["2"] = "5" }
    var old = server
    old.lastListing = ListenSending.now - ServerListingRun.longestAge - 1
    #expect(try await list(old).tracks == 2)
    #expect(try await library.tracks([try await id(2, server)]).first?.rating.stars == 5)
  }

  @Test("of two exchanges with a server one waits for its turn and does nothing")
  func turns() async throws {
    let server = try await server(1)
    try await library.recordPlay(of: try await id(1, server), at: 4_000_000_000)
    var outcome = ServerExchangeOutcome()
    do {
      let turn = try await ServerTurn.taken(at: server, directories, patience: .zero)
      #expect(turn != nil)
      let isDone = try await exchange(server).run(.subsonic(try fake.client()), into: &outcome)
      #expect(!isDone)
      withExtendedLifetime(turn) {}
    }
    #expect(fake.with { $0.plays } == [])
    #expect(try await run(server).isWhole)
    #expect(fake.with { $0.plays } == ["1"])
  }
}

import Foundation
import Interface
import Library
import Log
import Music
import Secrets
import Servers
import Synchronization
import TestServers
import Testing

@testable import tritone

/// Servers of the player, of which none is asked anything.
@Suite("Servers of the player")
struct PlayerServersTests {
  private let folder: Folder
  private let library: Library
  private let mailbox = Mailbox()
  private let servers: PlayerServers

  init() throws {
    folder = try Folder()
    library = try Library(at: folder.path("library.db"))
    let home = folder.url.path
    let directories = Directories(
      environment: ["HOME": home], current: FilePath("/"), account: home)
    servers = PlayerServers(library: library, mailbox: mailbox, directories: directories)
  }

  private func server() async throws -> Server {
    try await library.addServer(
      kind: .subsonic, name: "Home", address: "http://127.0.0.1:9", user: "ola")
  }

  /// The next event that is of use.
  private func event<Value>(_ pick: (Event) -> Value?) async throws -> Value {
    while true {
      for event in mailbox.takeAll().map(\.event) {
        if let value = pick(event) { return value }
      }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  private func answer(_ effect: ServersEffect) async throws -> String {
    servers.perform(effect)
    return try await event { event in
      switch event {
      case .refused(_, let reason): reason
      case .servers(.changed(let server)): server.options.certificateFile ?? "none"
      default: nil
      }
    }
  }

  @Test("the file of an authority is found from ~ on, and has to be there")
  func certificateFile() async throws {
    let server = try await server()
    let wish = ServersEffect.setOptions(server.id, ServerOptions(certificateFile: "~/ca.pem"))
    let path = folder.path("ca.pem").text
    #expect(try await answer(wish).contains("no file \(path)"))
    #expect(try await library.servers().first?.options.certificateFile == nil)
    try folder.write(Data("x".utf8), "ca.pem")
    #expect(try await answer(wish) == path)
    #expect(try await library.servers().first?.options.certificateFile == path)
  }

  @Test("the screen is told of a library without servers, too")
  func none() async throws {
    servers.begin()
    let listed = try await event { event -> [ServerListItem]? in
      if case .servers(.listed(let items, _)) = event { items } else { nil }
    }
    #expect(listed.isEmpty)
  }

  @Test("a listing of a server that is gone is refused")
  func gone() async throws {
    let server = try await server()
    _ = try await library.removeServer(server.id)
    #expect(try await answer(.sync(server.id)).contains("no longer"))
  }

  @Test("whoever finds a server in another state, the list has it, and tells of it once")
  func states() async throws {
    let server = try await server()
    servers.follow()
    let states = servers.states
    let list = { (event: Event) -> ServerListItem.State? in
      guard case .servers(.listed(let items, _)) = event else { return nil }
      return items.first?.state
    }
    #expect(states.refused(server))
    #expect(!states.refused(server))
    #expect(try await event(list) == .signInNeeded)
    #expect(try await servers.items().first?.state == .signInNeeded)
    #expect(states.isAway(server, within: .seconds(60)))
    states.answered(server)
    #expect(try await event(list) == .fine)
    #expect(!states.isAway(server, within: .seconds(60)))
    #expect(!states.note(.cancelled, of: server))
    #expect(try await servers.items().first?.state == .fine)
    #expect(states.note(.signInAgain, of: server))
    await servers.finish()
  }

  @Test("a pause of what was heard saves the queue, and one of what was only restored does not")
  func queue() async throws {
    let fake = try FakeSubsonic()
    let server = try await library.addServer(
      kind: .subsonic, name: "Home", address: fake.address, user: "ola")
    try await servers.access.secrets.keep(.password(Secret("s3cr3t")), of: server.uuid)
    let listing = try await library.beginListing(of: server.id)
    let listed = ["a", "b"].map { ServerTrack(id: $0, tags: Tags(title: $0)) }
    _ = try await library.storeListing(listed, of: server.id, listing: listing, cursor: nil)
    var tracks: [TrackID] = []
    for id in ["b", "a"] {
      let address = try #require(ServerTrackAddress(server: server.uuid, track: id))
      tracks.append(try #require(try await library.track(at: address)))
    }
    servers.state.withLock { $0.hasServers = true }
    servers.note(PlayQueue(tracks: tracks, current: 1))
    let id = PlayID(track: tracks[1], serial: 1)
    func clock(_ seconds: Int) -> PlayClock {
      PlayClock(position: .seconds(seconds), at: .now, isAdvancing: false, duration: nil)
    }
    servers.note(.state(.paused(id, clock(3))))
    #expect(servers.state.withLock { $0.queueSaving } == nil)
    servers.note(.state(.playing(id, clock(4))))
    servers.note(.state(.paused(id, clock(7))))
    while fake.count(of: "savePlayQueue") == 0 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(fake.with { $0.queue } == ["b", "a"])
    #expect(fake.with { $0.position } == "7000")
    await servers.finish()
  }

  @Test("a long track keeps its place, tells it after a pause, and is gone on with there")
  func places() async throws {
    let fake = try FakeSubsonic()
    let server = try await library.addServer(
      kind: .subsonic, name: "Home", address: fake.address, user: "ola")
    try await servers.access.secrets.keep(.password(Secret("s3cr3t")), of: server.uuid)
    let listing = try await library.beginListing(of: server.id)
    let listed = ["long", "other"].map { id in
      ServerTrack(
        id: id, tags: Tags(title: id), audio: AudioProperties(duration: .seconds(7_200)))
    }
    _ = try await library.storeListing(listed, of: server.id, listing: listing, cursor: nil)
    func item(_ id: String, _ serial: UInt64) async throws -> (PlayItem, Track) {
      let address = try #require(ServerTrackAddress(server: server.uuid, track: id))
      let number = try #require(try await library.track(at: address))
      let track = try #require(try await library.tracks([number]).first)
      let play = PlayID(track: number, serial: serial)
      return (PlayItem(id: play, source: track.source, duration: .seconds(7_200)), track)
    }
    func clock(_ seconds: Int, isAdvancing: Bool = true) -> PlayClock {
      PlayClock(
        position: .seconds(seconds), at: .now, isAdvancing: isAdvancing, duration: .seconds(7_200))
    }
    servers.state.withLock { $0.hasServers = true }
    servers.follow()
    let (long, track) = try await item("long", 1)
    servers.note(PlayQueue(tracks: [track.id], current: 0))
    await servers.note(long, track)
    servers.note(.state(.playing(long.id, clock(0))))
    servers.note(.state(.playing(long.id, clock(1_000))))
    servers.note(.state(.paused(long.id, clock(1_000, isAdvancing: false))))
    while fake.count(of: "createBookmark") == 0 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(fake.with { $0.bookmarks["long"]?.position } == 1_000_000)
    #expect(await servers.start(of: long, at: .zero) == .seconds(1_000))
    #expect(await servers.start(of: long, at: .seconds(5)) == .seconds(5))
    var part = long
    part.end = .seconds(60)
    #expect(await servers.start(of: part, at: .zero) == .zero)
    // It follows another track by itself.
    let (next, _) = try await item("long", 2)
    await servers.prepare(next)
    #expect(servers.place(behind: .state(.playing(long.id, clock(0)))) == nil)
    #expect(servers.place(behind: .state(.playing(next.id, clock(0)))) == .seconds(1_000))
    #expect(servers.place(behind: .state(.playing(next.id, clock(0)))) == nil)
    // Another client was somewhere else.
    fake.with { $0.bookmarks["other"] = (50_000, "2020-01-01T00:00:00Z") }
    let (other, _) = try await item("other", 3)
    #expect(await servers.askedPlace(of: other, at: .zero) == .moved(.seconds(50)))
    await servers.finish()
  }

  @Test("servers whose certificates are trusted alike share their connections, and no others do")
  func connections() throws {
    let file = folder.path("ca.pem")
    try Data("one".utf8).write(to: folder.url.appending(path: "ca.pem"))
    let access = servers.access
    let plain = access.http(ServerOptions())
    #expect(access.http(ServerOptions(maxBitRate: 96)) === plain)
    let own = ServerOptions(certificateFile: file.text)
    let trusting = access.http(own)
    #expect(trusting !== plain && access.http(own) === trusting)
    #expect(access.http(ServerOptions(fingerprint: "ab")) !== plain)
    try Data("another".utf8).write(to: folder.url.appending(path: "ca.pem"))
    #expect(access.http(own) !== trusting)
    #expect(access.http(ServerOptions()) === plain)
  }
}

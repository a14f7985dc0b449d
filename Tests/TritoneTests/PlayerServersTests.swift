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
      for event in mailbox.takeAll() {
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
}

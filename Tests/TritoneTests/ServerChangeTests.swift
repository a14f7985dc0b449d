import Bus
import Foundation
import Interface
import Library
import Log
import Music
import Secrets
import Servers
import TestServers
import Testing

@testable import tritone

@Suite("Changing servers")
struct ServerChangeTests {
  private let folder: Folder
  private let library: Library
  /// The server, and the one at the new address.
  private let old: FakeSubsonic
  private let new: FakeSubsonic
  private let adding: ServerAdding

  init() throws {
    folder = try Folder()
    library = try Library(at: folder.path("library.db"))
    (old, new) = (try FakeSubsonic(), try FakeSubsonic())
    let home = folder.url.path
    let directories = Directories(
      environment: ["HOME": home], current: FilePath(home), account: home)
    let store = SecretStore(Bus(addresses: []), folder: folder.path("secrets"))
    adding = ServerAdding(
      library: library, access: ServerAccess(directories, log: Log(), secrets: store),
      directories: directories, log: Log())
  }

  /// A server with tracks in the library.
  private func server(_ tracks: [String]) async throws -> Server {
    let server = try await library.addServer(
      kind: .subsonic, name: "Home", address: old.address, user: "ola")
    try await adding.access.secrets.keep(.password(Secret("s3cr3t")), of: server.uuid)
    let listing = try await library.beginListing(of: server.id)
    _ = try await library.storeListing(
      tracks.map {
        ServerTrack(
          id: $0, tags: Tags(title: "T \($0)"), audio: AudioProperties(duration: .seconds(9)))
      }, of: server.id, listing: listing, cursor: nil)
    _ = try await library.endListing(of: server.id, listing: listing, at: 1)
    old.with { $0.songs = tracks }
    return server
  }

  private func moved(_ server: Server) -> ServerChange {
    var change = ServerChange(server)
    change.address = new.address
    return change
  }

  @Test("a name and options are changed without a word to the server")
  func name() async throws {
    let server = try await server(["a"])
    var change = ServerChange(server)
    change.name = "Cellar"
    change.options.maxBitRate = 192
    guard case .changed(let after) = try await adding.change(server, change) else {
      Issue.record("asked")
      return
    }
    #expect(after.name == "Cellar" && after.options.maxBitRate == 192)
    #expect(after.uuid == server.uuid && old.server.requests.isEmpty)
    change.name = " "
    await #expect(throws: Failure.self) { _ = try await adding.change(after, change) }
  }

  @Test("an address where the tracks are known is taken, with tracks and sign-in as they were")
  func sameServer() async throws {
    let server = try await server(["a", "b", "c"])
    // One has gone there meanwhile.
    new.with { $0.songs = ["a", "c"] }
    guard case .changed(let after) = try await adding.change(server, moved(server)) else {
      Issue.record("asked")
      return
    }
    #expect(after.address == new.address && after.id == server.id)
    #expect(try await library.serverTrackCounts()[server.id] == 3)
    let secret = try await adding.access.secrets.signIn(of: server.uuid, .subsonic)
    #expect(secret == .password(Secret("s3cr3t")))
    #expect(old.server.requests.isEmpty)
    // Whoever asks from now on asks there.
    let before = new.count(of: "ping")
    guard case .subsonic(let client) = try await adding.access.client(of: after) else { return }
    _ = try await client.ping()
    #expect(new.count(of: "ping") > before && old.server.requests.isEmpty)
  }

  @Test("an address where other tracks are, or the sign-in does not count, is asked about")
  func anotherServer() async throws {
    let server = try await server(["a", "b", "c"])
    new.with { $0.songs = ["a"] }
    guard case .asked(.other(let reason)) = try await adding.change(server, moved(server)) else {
      Issue.record("taken")
      return
    }
    #expect(reason == "of 3 tracks of Home it knows only 1")
    new.with { $0.refusals["ping"] = 40 }
    guard case .asked(.other(let refusal)) = try await adding.change(server, moved(server)) else {
      Issue.record("taken")
      return
    }
    #expect(refusal == "the sign-in of Home does not count there")
    #expect(try await library.servers().first?.address == old.address)
    var change = moved(server)
    change.allowsOther = true
    guard case .changed = try await adding.change(server, change) else {
      Issue.record("asked again")
      return
    }
    #expect(try await library.servers().first?.address == new.address)
  }

  @Test("nothing is changed where nothing answers, and no secret goes to a public host unasked")
  func nobody() async throws {
    let server = try await server(["a"])
    var change = ServerChange(server)
    change.address = "http://music.example"
    guard case .asked(.plainHTTP) = try await adding.change(server, change) else {
      Issue.record("sent")
      return
    }
    change.address = "http://127.0.0.1:1"
    await #expect(throws: ServerError.self) { _ = try await adding.change(server, change) }
    #expect(try await library.servers().map(\.address) == [server.address])
  }
}

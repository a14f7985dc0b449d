import Bus
import Foundation
import Library
import Log
import Music
import Secrets
import Servers
import TestServers
import Testing

@testable import tritone

/// Signing in anew at servers, and removing them.
@Suite("Adding servers")
struct ServerAddingTests {
  private let folder: Folder
  private let library: Library
  private let fake: FakeSubsonic
  private let adding: ServerAdding

  init() throws {
    folder = try Folder()
    library = try Library(at: folder.path("library.db"))
    fake = try FakeSubsonic()
    let home = folder.url.path
    let directories = Directories(
      environment: ["HOME": home], current: FilePath(home), account: home)
    let store = SecretStore(Bus(addresses: []), folder: folder.path("secrets"))
    adding = ServerAdding(
      library: library, access: ServerAccess(directories, log: Log(), secrets: store),
      directories: directories, log: Log())
  }

  private func server() async throws -> Server {
    let server = try await library.addServer(
      kind: .subsonic, name: "Home", address: fake.address, user: "ola")
    try await adding.access.secrets.keep(.password(Secret("s3cr3t")), of: server.uuid)
    return server
  }

  @Test("nobody signs in as another user to a server whose marks are a user's")
  func anotherUser() async throws {
    let server = try await server()
    await #expect(throws: Failure.self) {
      _ = try await adding.signIn(server, .password(user: "kari", Secret("other")))
    }
    #expect(fake.server.requests.isEmpty)
    #expect(try await library.servers().first?.user == "ola")
    let secret = try await adding.access.secrets.signIn(of: server.uuid, .subsonic)
    #expect(secret == .password(Secret("s3cr3t")))
  }

  @Test("a sign-in leaves options as they are that were set meanwhile")
  func options() async throws {
    let before = try await server()
    try await library.changeServer(before.id) { $0.options.maxBitRate = 192 }
    let after = try await adding.signIn(before, .password(user: "ola", Secret("new")))
    #expect(after.options.maxBitRate == 192)
    #expect(try await library.servers().first?.options.maxBitRate == 192)
    let secret = try await adding.access.secrets.signIn(of: before.uuid, .subsonic)
    #expect(secret == .password(Secret("new")))
  }

  @Test("no secret stays of a server whose removal was cancelled")
  func cancelledRemoval() async throws {
    let server = try await server()
    let adding = adding
    let removal = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      // because what is removed by then is looked at below
      _ = try? await adding.remove(server)
    }
    await removal.value
    #expect(try await adding.access.secrets.signIn(of: server.uuid, .subsonic) == nil)
  }

  @Test("the queue is saved at the server of the track that plays, with its own tracks alone")
  func queue() async throws {
    let server = try await server()
    let listing = try await library.beginListing(of: server.id)
    let listed = ["a", "b"].map { ServerTrack(id: $0, tags: Tags(title: $0)) }
    _ = try await library.storeListing(listed, of: server.id, listing: listing, cursor: nil)
    var tracks: [TrackID] = []
    for id in ["b", "a"] {
      let address = try #require(ServerTrackAddress(server: server.uuid, track: id))
      tracks.append(try #require(try await library.track(at: address)))
    }
    let queue = ServerQueue(library: library, access: adding.access)
    try await queue.save([tracks[0], TrackID(9_999), tracks[1]], playing: 2, at: .seconds(7))
    #expect(fake.with { $0.queue } == ["b", "a"])
    #expect(fake.with { $0.position } == "7000")
    fake.with { $0.queue = [] }
    try await queue.save([tracks[0], TrackID(9_999)], playing: 1, at: .zero)
    #expect(fake.with { $0.queue } == [])
  }
}

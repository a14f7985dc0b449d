import Foundation
import HTTP
import Library
import Log
import Music
import ServerHarness
import Servers
import Testing

@testable import tritone

/// Collections of Audiobookshelf in the library.
@Suite("Collections of servers", .enabled(if: FakeAudiobookshelf.isAvailable, "needs python3"))
struct ServerCollectionsTests {
  private static func shelf(_ collections: String) -> String {
    """
    {"users": [{"name": "ola", "password": "s3cr3t", "apiKey": "s3cr3t-key"}],
     "libraries": [{"id": "books", "name": "Books", "mediaType": "book",
                    "collections": [\(collections)]}],
     "items": [{"id": "pier", "library": "books", "title": "Pier", "authors": ["Ola"],
                "files": [{"path": "1.mp3", "duration": 18, "size": 10},
                          {"path": "2.mp3", "duration": 18, "size": 10}]},
               {"id": "quay", "library": "books", "title": "Quay", "authors": ["Ola"],
                "files": [{"path": "3.mp3", "duration": 18, "size": 10}]}]}
    """
  }

  private struct Key: TokenStore {
    func tokens() async throws(ServerError) -> AudiobookshelfTokens? {
      .apiKey(Secret("s3cr3t-key"))
    }
    func replace(
      _ old: AudiobookshelfTokens, with new: AudiobookshelfTokens
    ) async throws(ServerError) -> Bool { false }
  }

  @Test("a collection is a playlist of its books' parts, which follows it and is never sent")
  func playlists() async throws {
    let fake = try FakeAudiobookshelf(
      library: Self.shelf(#"{"id": "c", "name": "Sea", "items": ["quay", "gone", "pier"]}"#))
    defer { withExtendedLifetime(fake) {} }
    let folder = try Folder()
    let library = try Library(at: folder.path("library.db"))
    let home = folder.url.path
    let directories = Directories(
      environment: ["HOME": home], current: FilePath(home), account: home)
    var configuration = HTTPConfiguration(userAgent: "tritone/test")
    configuration.usesProxies = false
    let http = HTTPClient(configuration)
    let root = try HTTPURL(fake.address)
    let client = AudiobookshelfClient(
      http, at: root, session: AudiobookshelfSession(http, at: root, store: Key()))
    let server = try await library.addServer(
      kind: .audiobookshelf, name: "Shelf", address: fake.address, user: "ola")
    _ = try await ServerListingRun(
      library: library, server: server, directories: directories, log: Log(),
      progress: { _ in }
    ).run(.audiobookshelf(client))
    let exchange = ServerExchange(
      library: library, server: server, directories: directories, log: Log())
    var outcome = ServerExchangeOutcome()
    try await exchange.takeCollections(client, &outcome)
    try await exchange.takeCollections(client, &outcome)
    #expect(outcome.playlistsTaken == 1)
    let playlist = try #require(try await library.playlists().first)
    #expect(playlist.name == "Sea")
    #expect(
      try await library.contents(of: playlist.id, at: server.id).tracks
        == ["quay/1001", "pier/1001", "pier/1002"])
    _ = try await library.renamePlaylist(playlist.id, to: "Mine")
    try await exchange.takeCollections(client, &outcome)
    #expect(try await library.playlists().map(\.name) == ["Mine"])
    #expect(outcome.playlistsTaken == 1)
    // One that was deleted here stays away as long as it is the same.
    try await library.deletePlaylist(playlist.id)
    try await exchange.takeCollections(client, &outcome)
    #expect(try await library.playlists().isEmpty)
    let report = try fake.report()
    #expect(report.requests.allSatisfy { $0.method == "GET" })
    #expect(report.faults == [])
  }
}

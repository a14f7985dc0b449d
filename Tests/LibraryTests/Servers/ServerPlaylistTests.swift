import Library
import Music
import Testing

@Suite("Playlists of servers")
struct ServerPlaylistTests {
  private let scene: ServerScene
  private var library: Library { scene.library }

  init() throws { scene = try ServerScene() }

  /// The side that has changed; of two the second's order, with what the first has added.
  private static let merging: @Sendable ([Int], [Int], [Int]) -> [Int] = { base, first, second in
    if first == base { return second }
    if second == base { return first }
    let removed = Set(base).subtracting(first)
    return second.filter { !removed.contains($0) }
      + first.filter { !base.contains($0) && !second.contains($0) }
  }

  private func store(
    _ tracks: [String], _ name: String = "L", version: String? = "v", of server: Server
  ) async throws -> ServerPlaylistOutcome {
    try await library.storeServerPlaylist(
      ServerPlaylist(id: "p", name: name, tracks: tracks, version: version), of: server.id,
      merging: Self.merging)
  }

  private func contents(_ id: PlaylistID, at server: Server) async throws -> [String] {
    try await library.contents(of: id, at: server.id).tracks
  }

  private func prepared() async throws -> Server {
    let server = try await scene.add()
    try await scene.list((1...5).map { ServerScene.track("\($0)") }, of: server)
    return server
  }

  @Test("a playlist is made once, follows the server, and is left alone where nothing changes")
  func followed() async throws {
    let server = try await prepared()
    _ = try await library.createPlaylist(named: "l")
    let made = try await store(["1", "2", "1"], of: server)
    let id = try #require(made.playlist)
    #expect(made.isChanged)
    #expect(made.toSend == nil)
    #expect(try await library.playlist(id)?.name == "L 2")
    let known = KnownServerPlaylist(id: "p", playlist: id, version: "v", isChanged: false)
    #expect(try await library.serverPlaylists(of: server.id) == [known])
    #expect(try await store(["1", "2", "1"], of: server) == ServerPlaylistOutcome(playlist: id))
    #expect(try await store(["2", "3"], "M", of: server).isChanged)
    #expect(try await contents(id, at: server) == ["2", "3"])
    #expect(try await library.playlist(id)?.name == "M")
    #expect(try await library.playlists().count == 2)
  }

  @Test("changes of both sides are merged, tracks from elsewhere stay, and the rest is sent")
  func merged() async throws {
    let server = try await prepared()
    let other = try await scene.add("Other", at: "https://other.example")
    try await scene.list([ServerScene.track("x")], of: other)
    let id = try #require(try await store(["1", "2"], of: server).playlist)
    let added = [try await scene.id("x", of: other), try await scene.id("3", of: server)]
    _ = try await library.add(added.compactMap(\.self), to: id)
    #expect(try await library.serverPlaylists(of: server.id).map(\.isChanged) == [true])
    let outcome = try await store(["1", "2", "4"], version: "w", of: server)
    let sent = try #require(outcome.toSend)
    #expect(sent.tracks == ["1", "2", "4", "3"])
    let titles = try await library.entryTracks(of: id)
    #expect(Set(titles) == ["T 1", "T 2", "T 4", "T x", "T 3"])
    try await library.keepServerPlaylist(sent, as: id, of: server.id)
    #expect(try await library.serverPlaylists(of: server.id).map(\.isChanged) == [false])
    #expect(try await store(sent.tracks, of: server) == ServerPlaylistOutcome(playlist: id))
    #expect(try await library.undo() != nil)
  }

  @Test("tracks that are not listed are neither shown nor taken off the server")
  func unlisted() async throws {
    let server = try await prepared()
    let made = try await store(["1", "9", "2"], of: server)
    let id = try #require(made.playlist)
    #expect(try await library.serverPlaylists(of: server.id).map(\.version) == [nil])
    let first = try #require(try await scene.id("3", of: server))
    _ = try await library.add([first], to: id)
    let outcome = try await store(["1", "9", "2"], of: server)
    #expect(Set(outcome.toSend?.tracks ?? []) == ["1", "9", "2", "3"])
    try await scene.list(
      (1...5).map { ServerScene.track("\($0)") } + [ServerScene.track("9")], of: server)
    try await library.keepServerPlaylist(
      ServerPlaylist(id: "p", name: "L", tracks: ["1", "2", "3"]), as: id, of: server.id)
    _ = try await store(["1", "9", "2", "3"], of: server)
    #expect(try await contents(id, at: server) == ["1", "9", "2", "3"])
  }

  @Test("a deleted playlist is deleted there, a renamed one renamed, and one gone there stays")
  func deleted() async throws {
    let server = try await prepared()
    let id = try #require(try await store(["1"], of: server).playlist)
    try await library.renamePlaylist(id, to: "Mine")
    let outcome = try await store(["1"], of: server)
    #expect(outcome.toSend?.name == "Mine")
    // Not sent: it is told again.
    #expect(try await store(["1"], of: server).toSend?.name == "Mine")
    try await library.keepServerPlaylist(
      try #require(outcome.toSend), as: id, of: server.id)
    try await library.deletePlaylist(id)
    #expect(try await store(["1"], "Mine", of: server).isDeleted)
    #expect(try await library.undo() != nil)
    #expect(try await store(["1"], "Mine", of: server) == ServerPlaylistOutcome(playlist: id))
    try await library.forgetServerPlaylists(except: [], of: server.id)
    #expect(try await library.serverPlaylists(of: server.id) == [])
    #expect(try await library.playlist(id)?.name == "Mine")
  }

  // MARK: Sendings that break off

  private static let all = ["1", "2", "3", "4"]

  /// A playlist of which a longer one is on its way to the server.
  private func sending(of server: Server) async throws -> PlaylistID {
    let id = try #require(try await store(Self.all, of: server).playlist)
    _ = try await library.add([try #require(try await scene.id("5", of: server))], to: id)
    let wanted = try #require(try await store(Self.all, of: server).toSend)
    #expect(wanted.tracks == Self.all + ["5"])
    try await library.beginSending(wanted, of: server.id)
    return id
  }

  @Test("a list that a sending has cut at the server is whole here, and is sent again")
  func cut() async throws {
    let server = try await prepared()
    let id = try await sending(of: server)
    for _ in 1...2 {
      let outcome = try await store(["1", "2"], of: server)
      #expect(!outcome.isChanged)
      #expect(outcome.toSend?.tracks == Self.all + ["5"])
      #expect(try await contents(id, at: server) == Self.all + ["5"])
      #expect(try await library.serverPlaylists(of: server.id).map(\.isChanged) == [true])
    }
    // Sent, though the answer was lost.
    #expect(try await store(Self.all + ["5"], of: server).toSend == nil)
    #expect(try await library.serverPlaylists(of: server.id).map(\.isChanged) == [false])
    let first = try #require(
      try await library.window(ListQuery(.playlist(id)), range: 0..<1, anchor: nil).rows.first)
    if case .entry(let entry) = first { _ = try await library.removeEntries([entry.id]) }
    let shorter = try #require(try await store(Self.all + ["5"], of: server).toSend)
    #expect(shorter.tracks == ["2", "3", "4", "5"])
    try await library.beginSending(shorter, of: server.id)
    #expect(try await store(Self.all + ["5"], of: server).toSend?.tracks == shorter.tracks)
  }

  @Test("nothing is taken out of a list that another client changed while a sending was broken off")
  func cutAndChanged() async throws {
    let server = try await prepared()
    let id = try await sending(of: server)
    let outcome = try await store(["4", "2"], of: server)
    #expect(Set(outcome.toSend?.tracks ?? []) == Set(Self.all + ["5"]))
    #expect(Set(try await contents(id, at: server)) == Set(Self.all + ["5"]))
  }

  @Test("a list that is deleted here after a broken sending is deleted there, cut or not")
  func cutAndDeleted() async throws {
    let server = try await prepared()
    let id = try await sending(of: server)
    try await library.deletePlaylist(id)
    #expect(try await store(["1", "2"], of: server).isDeleted)
    #expect(try await store(Self.all, of: server).isDeleted)
  }

  // MARK: Servers and tracks that come back

  @Test("a playlist that was deleted while its server was not in the library stays there")
  func deletedMeanwhile() async throws {
    let server = try await prepared()
    let id = try #require(try await store(["1", "2"], of: server).playlist)
    _ = try await library.removeServer(server.id)
    try await library.deletePlaylist(id)
    let back = try await prepared()
    #expect(back.uuid == server.uuid)
    let outcome = try await store(["1", "2"], of: back)
    #expect(!outcome.isDeleted)
    #expect(outcome.toSend == nil)
    #expect(outcome.playlist != nil)
  }

  @Test("entries that were forgotten with their tracks are not taken off the server")
  func forgotten() async throws {
    let server = try await prepared()
    let id = try #require(try await store(["1", "2"], of: server).playlist)
    // With a listing that did not name it.
    try await scene.list((2...5).map { ServerScene.track("\($0)") }, of: server)
    #expect(try await library.forgetMissing().count == 1)
    try await scene.list((1...5).map { ServerScene.track("\($0)") }, of: server)
    #expect(try await store(["1", "2"], of: server).toSend == nil)
    #expect(try await contents(id, at: server) == ["1", "2"])
    // With the server.
    _ = try await library.removeServer(server.id)
    #expect(try await library.forgetMissing().count == 5)
    let back = try await prepared()
    #expect(try await store(["1", "2"], of: back).toSend == nil)
    #expect(try await contents(id, at: back) == ["1", "2"])
  }
}

extension Library {
  /// The titles of a playlist's entries.
  fileprivate func entryTracks(of id: PlaylistID) async throws -> [String] {
    try await window(ListQuery(.playlist(id)), range: 0..<100, anchor: nil).rows.compactMap { row in
      if case .entry(let entry) = row { entry.track.title } else { nil }
    }
  }
}

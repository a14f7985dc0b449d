import Bus
import BusServing
import Desktop
import Music
import Testing

@Suite("Playlists on the bus")
struct PlaylistTests {
  private static let lists = [
    Playlist(id: PlaylistID(3), name: "Morning"), Playlist(id: PlaylistID(1), name: "äther"),
    Playlist(id: PlaylistID(2), name: "Mix 10\n"), Playlist(id: PlaylistID(-4), name: "Mix 9"),
  ]

  private static func value(_ id: String, _ name: String) -> BusValue {
    .structure([.path("/org/tritone/playlist/\(id)"), .string(name), .string("")])
  }

  private static func scene() async throws -> Scene {
    try await Scene(.playing()) { $0.show(playlists: lists, active: PlaylistID(2)) }
  }

  private func names(
    _ scene: Scene, _ index: UInt32, _ count: UInt32, _ order: String, _ isReversed: Bool = false
  ) async throws -> [String] {
    let answer = try await scene.mpris(
      ".Playlists", "GetPlaylists",
      [.uint32(index), .uint32(count), .string(order), .boolean(isReversed)])
    guard case .array(let lists, of: "(oss)") = answer.first else { return [] }
    return lists.compactMap { $0.members?[1].string }
  }

  @Test("playlists come in their orders and in parts")
  func lists() async throws {
    let scene = try await Self.scene()
    #expect(try await scene.property("PlaylistCount", of: ".Playlists") == .uint32(4))
    let all = ["Morning", "äther", "Mix 10", "Mix 9"]
    #expect(try await names(scene, 0, 100, "User") == all)
    #expect(try await names(scene, 0, 100, "User", true) == all.reversed())
    #expect(
      try await names(scene, 0, 100, "Alphabetical") == ["äther", "Mix 9", "Mix 10", "Morning"])
    #expect(try await names(scene, 1, 2, "Alphabetical") == ["Mix 9", "Mix 10"])
    #expect(try await names(scene, 4, 2, "User") == [])
    #expect(try await names(scene, .max, .max, "User") == [])
    #expect(try await names(scene, 0, 0, "User") == [])
    await #expect(throws: BusError.refused(name: "org.freedesktop.DBus.Error.InvalidArgs")) {
      try await names(scene, 0, 1, "Played")
    }
  }

  @Test("a playlist is activated by its path")
  func activate() async throws {
    let scene = try await Self.scene()
    func activate(_ path: String) async throws(BusError) {
      _ = try await scene.mpris(".Playlists", "ActivatePlaylist", [.path(path)])
    }
    try await activate("/org/tritone/playlist/3")
    try await activate("/org/tritone/playlist/m4")
    #expect(
      scene.commands.all == [.playPlaylist(PlaylistID(3)), .playPlaylist(PlaylistID(-4))])
    for path in ["/", "/org/tritone/playlist/77", "/org/tritone/playlist/03"] {
      await #expect(throws: BusError.self, "\(path)") { try await activate(path) }
    }
  }

  @Test("the one that plays is told, and what changes")
  func changes() async throws {
    let scene = try await Self.scene()
    #expect(
      try await scene.property("ActivePlaylist", of: ".Playlists")
        == .structure([.boolean(true), Self.value("2", "Mix 10")]))
    let renamed = try await scene.signals(
      "PlaylistChanged", of: "org.mpris.MediaPlayer2.Playlists")
    let changes = try await scene.changes()
    var lists = Self.lists + [Playlist(id: PlaylistID(5), name: "New")]
    lists[0].name = "Evening"
    scene.player.show(playlists: lists, active: nil)
    let change = try await changes.next()
    #expect(
      change.changed == [
        "PlaylistCount": .uint32(5),
        "ActivePlaylist": .structure([
          .boolean(false), .structure([.path("/"), .string(""), .string("")]),
        ]),
      ])
    #expect(try await renamed.next().arguments == [Self.value("3", "Evening")])
  }
}

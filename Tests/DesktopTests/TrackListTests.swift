import Bus
import BusServing
import Desktop
import Music
import Testing

@Suite("The track list")
struct TrackListTests {
  private static let interface = "org.mpris.MediaPlayer2.TrackList"

  private static func paths(_ ids: [Int64]) -> BusValue {
    .array(ids.map { .path("/org/tritone/item/\($0)") }, of: "o")
  }

  private static func scene(_ ids: [Int64] = [6, 7, 8]) async throws -> Scene {
    try await Scene(.playing()) { $0.show(nearby: ids.map { .track($0, "Track \($0)") }) }
  }

  @Test("items around the current one are told, a bounded number")
  func tracks() async throws {
    let scene = try await Self.scene()
    #expect(try await scene.property("HasTrackList", of: "") == .boolean(true))
    #expect(try await scene.property("CanEditTracks", of: ".TrackList") == .boolean(true))
    #expect(try await scene.property("Tracks", of: ".TrackList") == Self.paths([6, 7, 8]))
    scene.player.show(nearby: (0..<1_000).map { .track($0) })
    #expect(try await scene.property("Tracks", of: ".TrackList") == Self.paths(Array(0..<40)))
  }

  @Test("metadata of items is told, of each once, and of no others")
  func metadata() async throws {
    let scene = try await Self.scene()
    let wanted = [8, 99, 7, 8].map { BusValue.path("/org/tritone/item/\($0)") }
    let answer = try await scene.mpris(
      ".TrackList", "GetTracksMetadata", [.array(wanted, of: "o")])
    guard case .array(let maps, of: "a{sv}") = answer[0] else {
      Issue.record("\(answer)")
      return
    }
    let titles = maps.map { Scene.dictionary($0)["xesam:title"] }
    #expect(titles == [.string("Track 7"), .string("Track 8")])
    #expect(Scene.dictionary(maps[1])["mpris:length"] == .int64(240_000_000))
  }

  @Test("items are gone to, added and removed")
  func edits() async throws {
    let scene = try await Self.scene()
    let item = QueueItemID(rawValue: 8)
    for member in ["GoTo", "RemoveTrack"] {
      for id in [8, 99] {
        _ = try await scene.mpris(".TrackList", member, [.path("/org/tritone/item/\(id)")])
      }
    }
    #expect(scene.commands.take() == [.goTo(item), .remove(item)])
    func add(after path: String, isCurrent: Bool = false, _ uri: String = "file:///a.mp3")
      async throws
    {
      _ = try await scene.mpris(
        ".TrackList", "AddTrack", [.string(uri), .path(path), .boolean(isCurrent)])
    }
    let source = MediaSource.file(FilePath("/a.mp3"))
    try await add(after: "/org/tritone/item/8")
    try await add(after: "/org/tritone/item/7")
    try await add(after: "/org/mpris/MediaPlayer2/TrackList/NoTrack")
    try await add(after: "/org/tritone/item/8", isCurrent: true)
    #expect(
      scene.commands.take() == [
        .queue([source], next: false), .queue([source], next: true),
        .queue([source], next: true), .queue([source], next: true), .next,
      ])
    await #expect(throws: BusError.refused(name: "org.freedesktop.DBus.Error.InvalidArgs")) {
      try await add(after: "/", "gopher://a")
    }
  }

  @Test("another list is told as a whole, and its values are no longer valid")
  func replaced() async throws {
    let scene = try await Self.scene()
    let replaced = try await scene.signals("TrackListReplaced", of: Self.interface)
    let changes = try await scene.changes()
    scene.player.show(nearby: [.track(6, "Track 6"), .track(7, "Track 7"), .track(8, "Track 8")])
    scene.player.show(nearby: [.track(7), .track(9)])
    #expect(
      try await replaced.next().arguments == [Self.paths([7, 9]), .path("/org/tritone/item/7")])
    let change = try await changes.next()
    #expect(change.arguments[0] == .string(Self.interface))
    #expect(change.changed == [:])
    #expect(change.arguments[2] == .array([.string("Tracks")], of: "s"))
  }

  @Test("an item whose tags change is told alone")
  func changed() async throws {
    let scene = try await Self.scene()
    let changed = try await scene.signals("TrackMetadataChanged", of: Self.interface)
    scene.player.show(
      nearby: [.track(6, "Track 6"), .track(7, "Track 7"), .track(8, "Another title")])
    let arguments = try await changed.next().arguments
    #expect(arguments[0] == .path("/org/tritone/item/8"))
    #expect(Scene.dictionary(arguments[1])["xesam:title"] == .string("Another title"))
  }
}

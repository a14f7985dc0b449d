import Bus
import BusServing
import Desktop
import Music
import Testing

@Suite("Hostile callers and texts")
struct HostileCallTests {
  private func refusal(
    _ scene: Scene, _ interface: String, _ member: String, _ arguments: [BusValue] = []
  ) async -> String? {
    do throws(BusError) { _ = try await scene.call(interface, member, arguments) } catch {
      guard case .refused(let name) = error else { return "\(error)" }
      return name.split(separator: ".").last.map(String.init)
    }
    return nil
  }

  private static let properties = "org.freedesktop.DBus.Properties"
  private static let player = "org.mpris.MediaPlayer2.Player"

  @Test("wrong names and types are answered by the errors of D-Bus")
  func errors() async throws {
    let scene = try await Scene(.playing())
    func properties(_ member: String, _ arguments: [BusValue]) async -> String? {
      await refusal(scene, Self.properties, member, arguments)
    }
    func set(_ name: String, _ value: BusValue) async -> String? {
      await properties("Set", [.string(Self.player), .string(name), .variant(value)])
    }
    let player = BusValue.string(Self.player)
    #expect(await properties("Get", [player, .string("Nothing")]) == "UnknownProperty")
    #expect(await properties("Get", [.string("a.b"), .string("Volume")]) == "UnknownInterface")
    #expect(await properties("GetAll", [.string("a.b")]) == "UnknownInterface")
    #expect(await properties("GetAll", [.int32(1)]) == "InvalidArgs")
    #expect(await properties("Get", [player]) == "InvalidArgs")
    #expect(await properties("Set", [player, .string("Volume"), .double(1)]) == "InvalidArgs")
    #expect(await set("Position", .int64(1)) == "PropertyReadOnly")
    #expect(await set("Nothing", .int64(1)) == "UnknownProperty")
    #expect(await set("Volume", .string("loud")) == "InvalidArgs")
    #expect(await set("Volume", .int32(1)) == "InvalidArgs")
    #expect(await set("Volume", .double(.nan)) == "InvalidArgs")
    #expect(await set("Volume", .variant(.double(1))) == "InvalidArgs")
    #expect(await set("Rate", .double(-1)) == "InvalidArgs")
    #expect(await set("Rate", .double(.nan)) == "InvalidArgs")
    #expect(await set("LoopStatus", .string("Sometimes")) == "InvalidArgs")
    #expect(await set("Shuffle", .uint32(1)) == "InvalidArgs")
    #expect(await refusal(scene, Self.player, "Seek") == "InvalidArgs")
    #expect(await refusal(scene, Self.player, "Seek", [.double(1)]) == "InvalidArgs")
    #expect(await refusal(scene, Self.player, "Next", [.double(1)]) == "InvalidArgs")
    #expect(await refusal(scene, Self.player, "Dance") == "UnknownMethod")
    #expect(await refusal(scene, "org.example.Other", "Next") == "UnknownMethod")
    #expect(scene.commands.all == [])
  }

  @Test("a call without an interface is understood")
  func withoutInterface() async throws {
    let scene = try await Scene(.playing())
    #expect(try await scene.call("", "Next") == [])
    #expect(scene.commands.all == [.nextAsIs])
  }

  @Test("other objects of the connection are unknown")
  func otherPaths() async throws {
    let scene = try await Scene(.playing())
    for path in ["/", "/org/mpris/MediaPlayer2/TrackList/NoTrack", "/org/tritone/item/7"] {
      await #expect(throws: BusError.self, "\(path)") {
        try await scene.client.call(BusCall(Scene.name, path, Self.player, "Next"))
      }
    }
    #expect(scene.commands.all == [])
  }

  @Test("texts of tags that D-Bus cannot carry are made to fit")
  func texts() async throws {
    let nonCharacters = ([0xFFFE, 0xFDD0] as [UInt32]).compactMap { Unicode.Scalar($0) }.map {
      String($0)
    }
    var item = PlayerStatus.Item.track(7, "a\0b\u{1B}[31m\nc" + nonCharacters.joined())
    item.artist = String(repeating: "é", count: 100_000)
    item.track.tags.album = " \u{7} "
    item.track.tags.genre = "\u{2028}"
    item.track.tags.genres = Array(repeating: "g", count: 10_000)
    item.track.tags.trackNumber = .max
    item.track.tags.discNumber = -1
    item.track.tags.bpm = .infinity
    item.track.tags.date = "99999999-99-99"
    item.track.findings = TrackFindings(tags: item.track.tags)
    item.track.lastPlayed = .min
    item.track.source = .file(FilePath(bytes: Array("/m/".utf8) + [0xC3, 0x28, 0x0A]))
    let scene = try await Scene(
      .playing(item, at: .seconds(Int64.max), duration: .seconds(Int64.max)))
    scene.player.lyrics(
      Lyrics(
        lines: Array(
          repeating: Lyrics.Line(text: "\u{1}\0" + String(repeating: "x", count: 998)), count: 5_000
        )),
      for: TrackID(7))
    let metadata = try await scene.metadata()
    #expect(metadata["xesam:title"] == .string("a\u{FFFD}b\u{FFFD}[31m c\u{FFFD}\u{FFFD}"))
    #expect(
      metadata["xesam:artist"] == .array([.string(String(repeating: "é", count: 1000))], of: "s"))
    #expect(metadata["xesam:album"] == .string("\u{FFFD}"))
    #expect(metadata["xesam:trackNumber"] == .int32(.max))
    #expect(metadata["xesam:discNumber"] == nil)
    #expect(metadata["xesam:audioBPM"] == nil)
    #expect(metadata["xesam:url"] == .string("file:///m/%C3%28%0A"))
    #expect(metadata["mpris:length"] == .int64(.max))
    #expect(try await scene.property("Position") == .int64(.max))
    if case .string(let text) = metadata["xesam:asText"] {
      #expect(text.utf8.count <= 70_000 && text.hasPrefix("\u{FFFD}\u{FFFD}xxx"))
    } else {
      Issue.record("no lyrics")
    }
    if case .array(let genres, _) = metadata["xesam:genre"] { #expect(genres.count <= 32) }
  }

  @Test("commands without end are refused after the first hundreds")
  func flood() async throws {
    let scene = try await Scene(.playing())
    let refused = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          var refused = 0
          for _ in 0..<500 {
            if await refusal(scene, Self.player, "Next") == "LimitsExceeded" { refused += 1 }
          }
          return refused
        }
      }
      return await group.reduce(0, +)
    }
    #expect(refused > 0)
    #expect(scene.commands.all.count == 2_000 - refused)
    // Questions are answered still.
    #expect(try await scene.property("Volume") == .double(0.7))
  }
}

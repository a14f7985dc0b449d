import Bus
import BusServing
import Desktop
import Foundation
import Music
import Testing

@Suite("The player on the bus")
struct MediaPlayerTests {
  @Test("the root interface tells what the player is")
  func root() async throws {
    let scene = try await Scene()
    #expect(try await scene.property("Identity", of: "") == .string("Tritone"))
    #expect(try await scene.property("DesktopEntry", of: "") == .string("tritone"))
    #expect(try await scene.property("CanRaise", of: "") == .boolean(false))
    #expect(try await scene.property("CanQuit", of: "") == .boolean(true))
    let schemes = try await scene.property("SupportedUriSchemes", of: "")
    #expect(schemes == .array(["file", "http", "https"].map { .string($0) }, of: "s"))
    #expect(try await scene.mpris("", "Raise") == [])
    #expect(try await scene.mpris("", "Quit") == [])
    #expect(scene.commands.all == [.quit])
  }

  @Test("Raise reaches a player that can come to the front")
  func raise() async throws {
    let raised = Recorded<Bool>()
    let scene = try await Scene(activate: { raised.append(true) })
    #expect(try await scene.property("CanRaise", of: "") == .boolean(true))
    _ = try await scene.mpris("", "Raise")
    #expect(raised.all == [true])
  }

  @Test("the media types are those of the desktop file")
  func mediaTypes() async throws {
    let scene = try await Scene()
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let file = folder.appendingPathComponent("../../Packaging/tritone.desktop")
    let line = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .first { $0.hasPrefix("MimeType=") }
    let names = try #require(line).dropFirst(9).split(separator: ";").map {
      BusValue.string(String($0))
    }
    #expect(try await scene.property("SupportedMimeTypes", of: "") == .array(names, of: "s"))
  }

  @Test("metadata has the types of the specification, and leaves out what is unknown")
  func metadata() async throws {
    let scene = try await Scene(.playing())
    scene.player.cover(FilePath("/cache/ä.jpg"), for: TrackID(7))
    scene.player.lyrics(
      Lyrics(lines: [
        Lyrics.Line(start: .seconds(1), text: "la"), Lyrics.Line(start: .seconds(2), text: "lo"),
      ]),
      for: TrackID(7))
    func texts(_ text: String) -> BusValue { .array([.string(text)], of: "s") }
    #expect(
      try await scene.metadata() == [
        "mpris:trackid": .path("/org/tritone/item/7"), "mpris:length": .int64(240_000_000),
        "mpris:artUrl": .string("file:///cache/%C3%A4.jpg"), "xesam:title": .string("So What"),
        "xesam:artist": texts("Miles Davis"), "xesam:albumArtist": texts("Miles Davis"),
        "xesam:album": .string("Kind of Blue"), "xesam:genre": texts("Jazz"),
        "xesam:trackNumber": .int32(1), "xesam:discNumber": .int32(1),
        "xesam:audioBPM": .int32(136), "xesam:contentCreated": .string("1959-08-17T00:00:00"),
        "xesam:url": .string("file:///music/a%20b/7.flac"), "xesam:userRating": .double(0.8),
        "xesam:useCount": .int32(3), "xesam:lastUsed": .string("2023-11-14T22:13:20Z"),
        "xesam:asText": .string("[00:01.00]la\n[00:02.00]lo"),
      ])
    scene.player.update(PlayerStatus(clock: PlayerStatus.playing().clock))
    #expect(
      try await scene.metadata() == [
        "mpris:trackid": .path("/org/mpris/MediaPlayer2/TrackList/NoTrack")
      ])
  }

  @Test("of a book the position and length are those of the book, and the chapter is the title")
  func book() async throws {
    var item = PlayerStatus.Item.track(3, "The Hobbit")
    item.isBook = true
    item.chapter = "Riddles in the Dark"
    let scene = try await Scene(
      .playing(item, at: .seconds(20_000), duration: .seconds(40_000), playback: .paused))
    let metadata = try await scene.metadata()
    #expect(metadata["mpris:length"] == .int64(40_000_000_000))
    #expect(metadata["xesam:title"] == .string("Riddles in the Dark"))
    #expect(metadata["xesam:album"] == .string("The Hobbit"))
    #expect(try await scene.property("Position") == .int64(20_000_000_000))
  }

  @Test("the metadata stays while the next track is being loaded")
  func loading() async throws {
    let scene = try await Scene(.playing())
    var status = PlayerStatus.playing()
    status.item = nil
    scene.player.update(status)
    #expect(try await scene.metadata()["mpris:trackid"] == .path("/org/tritone/item/7"))
  }

  @Test("the position goes on with the clock and its speed")
  func position() async throws {
    let scene = try await Scene(.playing(at: .seconds(10), speed: 3))
    #expect(try await scene.property("Rate") == .double(3))
    let before = ContinuousClock.now
    guard case .int64(let first) = try await scene.property("Position") else {
      Issue.record("no number")
      return
    }
    try await Task.sleep(for: .milliseconds(100))
    guard case .int64(let second) = try await scene.property("Position") else { return }
    let elapsed = before.duration(to: .now)
    #expect(second - first >= 300_000)
    #expect(Double(second - first) <= elapsed / .microseconds(1) * 3)
  }

  @Test("what cannot be done has no effect")
  func impossible() async throws {
    let scene = try await Scene(PlayerStatus(clock: PlayerStatus.playing().clock))
    for member in ["Next", "Previous", "Play", "Pause"] {
      #expect(try await scene.mpris(".Player", member) == [])
    }
    #expect(try await scene.mpris(".Player", "Seek", [.int64(1)]) == [])
    #expect(scene.commands.all == [])
    await #expect(throws: BusError.refused(name: "org.freedesktop.DBus.Error.NotSupported")) {
      try await scene.mpris(".Player", "PlayPause")
    }
    #expect(try await scene.property("CanPlay") == .boolean(false))
  }

  @Test("SetPosition wants the current track and a position within it")
  func setPosition() async throws {
    let scene = try await Scene(.playing())
    func set(_ track: String, _ position: Int64) async throws {
      let arguments = [BusValue.path(track), .int64(position)]
      #expect(try await scene.mpris(".Player", "SetPosition", arguments) == [])
    }
    try await set("/org/tritone/item/8", 1)
    try await set("/org/mpris/MediaPlayer2/TrackList/NoTrack", 1)
    try await set("/org/tritone/item/7", -1)
    try await set("/org/tritone/item/7", 240_000_001)
    #expect(scene.commands.all == [])
    try await set("/org/tritone/item/7", 240_000_000)
    #expect(scene.commands.all == [.seekTo(.seconds(240), in: QueueItemID(rawValue: 7))])
  }

  @Test("seeks at the ends of numbers, and without an end of the track")
  func extremeSeeks() async throws {
    let scene = try await Scene(.playing())
    for offset in [Int64.max, .min] {
      _ = try await scene.mpris(".Player", "Seek", [.int64(offset)])
    }
    let item = QueueItemID(rawValue: 7)
    #expect(scene.commands.take() == [.nextAsIs, .seekTo(.zero, in: item)])
    scene.player.update(.playing(duration: nil))
    _ = try await scene.mpris(".Player", "Seek", [.int64(3_600_000_000)])
    #expect(scene.commands.take() == [.seek(by: .seconds(3600))])
  }

  @Test("Next, Previous and a seek beyond the end begin nothing that is paused or stopped")
  func asIs() async throws {
    let scene = try await Scene(.playing(playback: .paused))
    _ = try await scene.mpris(".Player", "Next")
    _ = try await scene.mpris(".Player", "Previous")
    _ = try await scene.mpris(".Player", "Seek", [.int64(181_000_000)])
    #expect(scene.commands.take() == [.nextAsIs, .previousAsIs, .nextAsIs])
    var stopped = PlayerStatus(clock: PlayerStatus.playing().clock)
    stopped.hasNext = true
    scene.player.update(stopped)
    _ = try await scene.mpris(".Player", "Next")
    #expect(scene.commands.all == [.nextAsIs])
  }

  @Test("the note on a track is its comment, in one line of bounded length")
  func comment() async throws {
    var item = PlayerStatus.Item.track(7)
    item.track.notes = "first take\n" + String(repeating: "a", count: 2_000)
    let scene = try await Scene(.playing(item))
    guard case .array(let texts, of: "s") = try await scene.metadata()["xesam:comment"] else {
      Issue.record("there is no comment")
      return
    }
    let text = try #require(texts.first?.string)
    #expect(texts.count == 1 && text.hasPrefix("first take aaa"))
    #expect(text.unicodeScalars.count == 1_000)
  }

  @Test("Rate 0 pauses, and rates and volumes beyond the bounds are brought into them")
  func writtenProperties() async throws {
    let scene = try await Scene(.playing())
    try await scene.set("Rate", .double(0))
    try await scene.set("Rate", .double(1.25))
    try await scene.set("Rate", .double(100))
    try await scene.set("Volume", .double(-3))
    try await scene.set("Volume", .double(.infinity))
    #expect(
      scene.commands.all == [.pause, .speed(1.25), .speed(3), .volume(0), .volume(100)])
  }

  @Test("OpenUri takes files and streams and nothing else")
  func open() async throws {
    let scene = try await Scene(.playing())
    for uri in ["file:///a/%FF.mp3", "https://radio.example/live"] {
      _ = try await scene.mpris(".Player", "OpenUri", [.string(uri)])
    }
    let stream = try #require(StreamAddress("https://radio.example/live"))
    #expect(
      scene.commands.take() == [
        .open([.file(FilePath(bytes: Array("/a/".utf8) + [0xFF] + Array(".mp3".utf8)))]),
        .open([.stream(stream)]),
      ])
    for uri in [
      "", "ftp://a/b", "/a/b.mp3", "file:", "file:a.mp3", "file:///a%00b", "javascript:1",
      "file:///" + String(repeating: "a", count: 20_000),
    ] {
      await #expect(
        throws: BusError.refused(name: "org.freedesktop.DBus.Error.InvalidArgs"),
        "\(uri.prefix(30))"
      ) { try await scene.mpris(".Player", "OpenUri", [.string(uri)]) }
    }
    #expect(scene.commands.all == [])
  }

  @Test("an audition has a path of its own")
  func audition() async throws {
    var item = PlayerStatus.Item.track(5)
    item.id = nil
    let scene = try await Scene(.playing(item))
    #expect(try await scene.metadata()["mpris:trackid"] == .path("/org/tritone/play/5"))
    _ = try await scene.mpris(
      ".Player", "SetPosition", [.path("/org/tritone/play/5"), .int64(1_000_000)])
    #expect(scene.commands.all == [.seekTo(.seconds(1), in: nil)])
  }
}

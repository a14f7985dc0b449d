import Bus
import BusServing
import Foundation
import Testing

/// The finished player on a desktop: media keys, notifications, sleep.
@Suite("On the desktop", .serialized)
struct DesktopJourneyTests {
  private func fill(_ box: Sandbox) throws {
    for (title, tone) in [("One", 440), ("Two", 550), ("Three", 660)] {
      try box.tone(
        "\(title).flac", tone, seconds: 120,
        tags: ["title": title, "artist": "Ola", "album": "Numbers"])
    }
  }

  private func wait(_ what: String, _ condition: () throws -> Bool) throws {
    try Program.wait(what) { try condition() }
  }

  private func play(_ box: Sandbox, _ desktop: Desktop) throws {
    try fill(box)
    let paths = ["One", "Two", "Three"].map { "\(box.music.path)/\($0).flac" }
    #expect(try box.run(["play", "--output", "null"] + paths).status == 0)
    try wait("the player on the bus") {
      (try? desktop.playerctl("metadata", "title")) == "One"
    }
  }

  @Test("playerctl steers the player that has no terminal")
  func playerctl() throws {
    try Sandbox.with(sound: false) { box in
      let desktop = try Desktop(box)
      try play(box, desktop)
      #expect(try desktop.playerctl("status") == "Playing")
      #expect(try desktop.playerctl("metadata", "artist") == "Ola")
      try desktop.playerctl("pause")
      try wait("the pause") { try desktop.playerctl("status") == "Paused" }
      try desktop.playerctl("position", "50")
      try box.waitForStatus("the place") { (50..<51).contains($0.position) }
      try desktop.playerctl("next")
      try wait("the next track") { try desktop.playerctl("metadata", "title") == "Two" }
      try desktop.playerctl("volume", "0.4")
      try desktop.playerctl("loop", "Playlist")
      try desktop.playerctl("shuffle", "On")
      try box.waitForStatus("the modes") {
        $0.node["volume"] as? Int == 40 && $0.node["repeat"] as? String == "all"
          && $0.node["shuffle"] as? Bool == true
      }
      let xml = try Program.check(
        "gdbus",
        [
          "introspect", "--session", "--xml", "--dest", "org.mpris.MediaPlayer2.tritone",
          "--object-path", "/org/mpris/MediaPlayer2",
        ], environment: box.environment)
      for name in ["", ".Player", ".TrackList", ".Playlists"] {
        #expect(xml.contains("<interface name=\"org.mpris.MediaPlayer2\(name)\">"))
      }
      try desktop.call(
        "org.mpris.MediaPlayer2.tritone", "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Quit")
      try wait("the end") { box.host == nil }
    }
  }

  @Test("the media keys go through the chapters of a book")
  func book() throws {
    try Sandbox.with(sound: false) { box in
      let facts = box.folder.appendingPathComponent("facts.txt")
      let chapters = (0..<3).map {
        "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\($0 * 60_000)\nEND=\(($0 + 1) * 60_000)\n"
          + "title=Part \($0 + 1)\n"
      }
      try
        (";FFMETADATA1\ntitle=The Lamp\nartist=Ann Holm\nalbum=The Lamp\ngenre=Audiobook\n"
        + chapters.joined()).write(to: facts, atomically: true, encoding: .utf8)
      let path = box.music.appendingPathComponent("lamp.m4b").path
      try Program.check(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=f=300:d=180", "-i", facts.path,
          "-map_metadata", "1", "-map_chapters", "1", "-b:a", "64k", "-f", "ipod", path,
        ])
      let desktop = try Desktop(box)
      #expect(try box.run(["scan", box.music.path]).status == 0)
      #expect(try box.run(["play", "--output", "null", path]).status == 0)
      try wait("the book") { (try? desktop.playerctl("metadata", "album")) == "The Lamp" }
      try wait("its first chapter") {
        try desktop.playerctl("metadata", "title").contains("Part 1")
      }
      try desktop.playerctl("next")
      try wait("the next chapter") {
        try desktop.playerctl("metadata", "title").contains("Part 2")
      }
      try box.waitForStatus("its place") { (60..<70).contains($0.position) }
      try desktop.playerctl("next")
      try box.waitForStatus("the last chapter") { (120..<130).contains($0.position) }
      try desktop.playerctl("previous")
      try box.waitForStatus("the chapter before") { (60..<70).contains($0.position) }
      // Over the whole book, whatever its chapters.
      try desktop.playerctl("position", "150")
      try box.waitForStatus("the place in the book") { (150..<160).contains($0.position) }
    }
  }

  @Test("who has left the terminal is told of the next track, and its button goes on")
  func notifications() throws {
    try Sandbox.with(sound: false) { box in
      let desktop = try Desktop(box)
      let calls = try desktop.start(
        "notification_daemon", name: "org.freedesktop.Notifications",
        parameters: #"{"capabilities": "body body-markup actions"}"#)
      /// The notifications so far, with what follows; their texts have lines of their own.
      func told() throws -> [String] {
        try String(contentsOf: calls, encoding: .utf8).components(separatedBy: " Notify ")
          .dropFirst().map { $0 }
      }
      try fill(box)
      #expect(try box.run(["config", "set", "desktop.notifications", "true"]).status == 0)
      var player = try box.player(["--output", "null", box.music.path], isHosted: true)
      try player.see("▶")
      try box.waitForStatus("its first track") { $0.title != nil }
      let first = try #require(try box.status().title)
      // Whoever looks at it is not told.
      try player.press(">")
      try box.waitForStatus("another track") { $0.title != nil && $0.title != first }
      let second = try #require(try box.status().title)
      sleep(2)
      #expect(try told().isEmpty)
      try player.press("q")
      #expect(try player.left() == 0)
      #expect(try box.run(["next"]).status == 0)
      try wait("the notification") { try told().count == 1 }
      try box.waitForStatus("its track") { $0.title != nil && $0.title != second }
      let last = try #require(try box.status().title)
      #expect(Set([first, second, last]).count == 3)
      let notice = try told()[0]
      #expect(notice.contains("\"\(last)\"") && notice.contains("Ola"))
      #expect(notice.contains("\"pause\"") && !notice.contains("\"next\""))
      // Back to the second one, in place of the notification before.
      #expect(try box.run(["seek", "0"]).status == 0)
      #expect(try box.run(["previous"]).status == 0)
      try wait("another notification") { try told().count == 2 }
      #expect(try told()[1].hasPrefix("\"Tritone\" 1 "))
      try desktop.call(
        "org.freedesktop.Notifications", "/org/freedesktop/Notifications",
        "org.freedesktop.DBus.Mock.EmitSignal", "org.freedesktop.Notifications", "ActionInvoked",
        "us", "[<uint32 1>, <'pause'>]")
      try box.waitForStatus("the pause") { $0.playback == "paused" }
      player = try box.player([], isHosted: true)
      try player.see("Paused")
      try wait("it to be closed") {
        try String(contentsOf: calls, encoding: .utf8).contains(" CloseNotification 1")
      }
    }
  }

  @Test("the computer stays awake while music plays, where that is set, and no longer")
  func awake() throws {
    try Sandbox.with(sound: false) { box in
      let desktop = try Desktop(box)
      try desktop.start("logind", name: "org.freedesktop.login1", isOfSystem: true)
      func inhibitors() throws -> String {
        try desktop.call(
          isOfSystem: true, "org.freedesktop.login1", "/org/freedesktop/login1",
          "org.freedesktop.login1.Manager.ListInhibitors")
      }
      #expect(try box.run(["config", "set", "desktop.keep-awake", "true"]).status == 0)
      try play(box, desktop)
      try wait("the inhibition") {
        try inhibitors().contains("('sleep:idle', 'Tritone', 'Playing music', 'block', ")
      }
      #expect(try box.run(["pause"]).status == 0)
      try wait("its end") { try !inhibitors().contains("Tritone") }
      #expect(try box.run(["play"]).status == 0)
      try wait("the inhibition") { try inhibitors().contains("Tritone") }
      kill(try #require(box.host), SIGKILL)
      try wait("its end with the player") { try !inhibitors().contains("Tritone") }
    }
  }

  @Test(
    "an output that is pulled pauses the music, which goes on when it is back where that is set")
  func unplugged() throws {
    try Sandbox.with { box in
      func pactl(_ words: String...) throws -> String {
        try Program.check("pactl", words, environment: box.environment)
          .trimmingCharacters(in: .whitespacesAndNewlines)
      }
      func plugIn() throws -> String {
        try pactl(
          "load-module", "module-null-sink", "sink_name=usb", "norewinds=1",
          "sink_properties=device.description=Headset")
      }
      /// Waits until the music is heard on the headset alone.
      func move() throws {
        try wait("the headset") {
          let index = try pactl("list", "short", "sinks").split(separator: "\n")
            .first { $0.contains("\tusb\t") }?.split(separator: "\t").first
          return try pactl("list", "short", "sink-inputs").split(separator: "\n").contains {
            $0.split(separator: "\t").dropFirst().first == index
          }
        }
      }
      var module = try plugIn()
      try fill(box)
      #expect(try box.run(["play", "\(box.music.path)/One.flac"]).status == 0)
      try box.waitForStatus("the music") { $0.playback == "playing" && $0.position > 0 }
      try wait("the choice") { try box.run(["output", "Headset"]).status == 0 }
      try move()
      _ = try pactl("unload-module", module)
      try box.waitForStatus("the pause") { $0.playback == "paused" }
      module = try plugIn()
      try move()
      #expect(try box.status().playback == "paused")
      #expect(try box.run(["command", "set", "player.unplugged", "resume"]).status == 0)
      #expect(try box.run(["play"]).status == 0)
      try box.waitForStatus("the music") { $0.playback == "playing" }
      _ = try pactl("unload-module", module)
      try box.waitForStatus("the pause") { $0.playback == "paused" }
      _ = try plugIn()
      try box.waitForStatus("the music again") { $0.playback == "playing" }
      try move()
    }
  }

  @Test("rendering keeps the computer awake, and waits for no bus")
  func rendering() async throws {
    let bus = try PrivateBus()
    let logind = try await MockService(
      "org.freedesktop.login1", "/org/freedesktop/login1", on: bus.address, passesDescriptors: true
    ) { call in
      guard call.member == "Inhibit" else { return .unknown }
      return .values([.descriptor(BusDescriptor(owning: open("/dev/null", O_RDONLY | O_CLOEXEC)))])
    }
    try Sandbox.with(sound: false) { box in
      box.set("DBUS_SYSTEM_BUS_ADDRESS", bus.address)
      try fill(box)
      #expect(try box.run(["mix", "1", "\(box.music.path)/One.flac"]).status == 0)
      let mix = "\(box.folder.path)/mix.flac"
      #expect(try box.run(["render", "1", "-o", mix]).status == 0)
      #expect(
        logind.calls(of: "Inhibit").map(\.arguments) == [
          ["sleep:idle", "Tritone", "Rendering a mix", "block"].map { .string($0) }
        ])
      bus.halt()
      #expect(try box.run(["render", "1", "-o", mix, "--force"]).status == 0)
      bus.goOn()
    }
  }
}

import Foundation
import Testing

/// A stick in the player, in a real terminal.
@Suite("Journeys with devices", .serialized)
struct DeviceJourneyTests {
  /// A disk that is mounted anew with what was on it.
  private final class Stick {
    private let box: Sandbox
    private(set) var disk: SmallDisk?
    private var contents: URL { box.folder.appendingPathComponent("contents") }

    init(_ box: Sandbox) { self.box = box }

    func plug(as name: String) throws -> URL {
      let place = box.folder.appendingPathComponent("media").appendingPathComponent(name)
      disk = try SmallDisk(at: place, bytes: 20_000_000)
      if FileManager.default.fileExists(atPath: contents.path) {
        _ = try Program.check("cp", ["-a", contents.path + "/.", place.path])
      }
      return place
    }

    func unplug() throws {
      guard let disk else { return }
      _ = try Program.check("cp", ["-a", disk.folder.path + "/.", contents.path])
      self.disk = nil
    }

    func sql(_ text: String) throws -> String {
      let folder = try #require(disk?.folder)
      return try Program.check(
        "sqlite3", [folder.appendingPathComponent("Database/library.db").path, text]
      ).trimmingCharacters(in: .newlines)
    }
  }

  @Test(
    "a stick is synced from its list, pulled, and found where it is plugged in again",
    .enabled(if: SmallDisk.isPermitted, "mounting a small disk takes root"))
  func stick() throws {
    try Sandbox.with(sound: false) { box in
      for number in 1...3 {
        try box.tone(
          "Ann/\(number).flac", 300 + 10 * number, seconds: 1,
          tags: ["title": "Song \(number)", "artist": "Ann", "album": "A", "track": "\(number)"])
      }
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let stick = Stick(box)
      let first = try stick.plug(as: "STICK")
      let added = try box.tritone("device", "add", "Stick", first.path, "--yes")
      #expect(added.status == 0, "\(added)")

      let player = try box.player(["--output", "null"])
      try player.see("▸ Ann")
      try player.press("&")
      try player.see("Waits")
      try player.see("never")
      try player.press("Enter")
      try player.see("New on Stick")
      // A plan that is only looked at leaves the device to others.
      try player.press("Escape")
      try player.see(no: "New on Stick")
      let dry = try box.tritone("sync", "Stick", "--dry-run")
      #expect(dry.status == 0 && dry.output.contains("3 new"), "\(dry)")
      try player.press("Enter")
      try player.see("New on Stick")
      try player.see("Ann – Song 3")
      // One stays here.
      try player.press("End", "Space", "Enter")
      try player.see("Stick was never synced")
      try player.press("Down", "Enter")
      try player.see("Synced 2 new songs to Stick")
      #expect(try stick.sql("SELECT title FROM tracks ORDER BY title") == "Song 1\nSong 2")
      try player.press("Escape")
      try player.see(no: "Waits")

      try stick.unplug()
      let second = try stick.plug(as: "STICK1")
      try player.see("Stick is here, at")
      // The folder that the user has named stays, since another one may be a backup.
      #expect(try box.sql("SELECT CAST(folder AS TEXT) FROM devices") == first.path)
      #expect(try box.tritone("device", "list").output.contains(second.path))
      // A play there, and the song that was left out.
      _ = try stick.sql("UPDATE tracks SET play_count = 4, rating = 5 WHERE title = 'Song 1'")
      try player.press("C-y")
      try player.see("plays 0 → 4")
      try player.press("Enter")
      try player.see("Synced 1 new song to Stick")
      #expect(
        try box.sql(
          """
          SELECT plays || ' ' || rating FROM marks JOIN tracks ON tracks.id = marks.track
          WHERE title = 'Song 1'
          """) == "4 5")
      #expect(FileManager.default.fileExists(atPath: first.path))
      #expect(try FileManager.default.contentsOfDirectory(atPath: first.path) == [])
      try player.press("C-z")
      try Program.wait("undo of what the sync changed here") {
        try box.sql("SELECT coalesce(sum(plays), 0) FROM marks") == "0"
      }
      try player.leave()
    }
  }

  @Test("a device that syncs by itself is synced when the player starts")
  func automatic() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone(
        "One.flac", 300, seconds: 1, tags: ["title": "One", "artist": "Ann", "album": "A"])
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let folder = box.folder.appendingPathComponent("share")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      #expect(try box.tritone("device", "add", "Share", folder.path, "--yes", "--auto").status == 0)
      #expect(try box.tritone("sync", "Share", "--yes").status == 0)
      try box.tone(
        "Two.flac", 400, seconds: 1, tags: ["title": "Two", "artist": "Ann", "album": "A"])
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let player = try box.player(["--output", "null"])
      try player.see("Synced 1 new song to Share")
      try player.leave()
    }
  }
}

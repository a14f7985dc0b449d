import Foundation
import Testing

/// Playlists that another machine writes into the sync folder, and the real player.
@Suite("Sync folders", .serialized)
struct SyncJourneyTests {
  @Test("a playlist of another machine comes by itself, undo takes it back, and at a start, too")
  func takesOver() throws {
    try Sandbox.with(sound: false) { box in
      try box.fillMusic(seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let folder = box.folder.appendingPathComponent("home/Sync")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appendingPathComponent("tritone.json")
      func text() -> String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }
      // The other machine: another library of the same music.
      let other = box.folder.appendingPathComponent("other.db").path
      func write(_ name: String) throws {
        for arguments in [
          ["scan", box.music.path], ["playlist", "create", name],
          ["playlist", "add", name, box.music.path + "/Alpha"],
        ] {
          let result = try Program.run(
            Sandbox.binary, ["--library", other] + arguments, environment: box.environment)
          #expect(result.status == 0, "\(result)")
        }
        let json = try Program.run(
          Sandbox.binary, ["--library", other, "export", "--all", "--format", "json"],
          environment: box.environment)
        #expect(json.status == 0, "\(json)")
        try Data(json.output.utf8).write(to: file)
      }
      let player = try box.player(["--output", "null"])
      try player.see("▸ Alpha")
      try player.type("A")
      try player.type("Mine")
      try player.press("Enter")
      try player.see("Made the playlist Mine")
      try player.type(":sync-folder ~/Sync")
      try player.press("Enter")
      try Program.wait("the first file") { text().contains("\"Mine\"") }

      try write("Theirs")
      try player.see("Took over Theirs from tritone.json")
      // Both are in the file again: this library had one that the other lacks.
      try Program.wait("the merged file") {
        text().contains("\"Mine\"") && text().contains("\"Theirs\"")
      }
      #expect(
        try box.sql(
          """
          SELECT count(*) FROM entries e JOIN playlists p ON p.id = e.playlist
          WHERE name = 'Theirs'
          """) == "5")
      try player.press("C-z")
      try Program.wait("the undo") { !text().contains("\"Theirs\"") }
      try player.press("C-r")
      try Program.wait("the redo") { text().contains("\"Theirs\"") }

      // A damaged file is told, and nothing is lost.
      let whole = text()
      try String(whole.prefix(whole.count / 2)).write(
        to: file, atomically: true, encoding: .utf8)
      try player.see("was not taken over")
      try whole.write(to: file, atomically: true, encoding: .utf8)
      try player.leave()

      // What came while no player ran.
      _ = try box.sql("SELECT 1")
      let changed = text().replacingOccurrences(of: "\"Theirs\"", with: "\"Renamed\"")
      try changed.write(to: file, atomically: true, encoding: .utf8)
      let next = try box.player(["--output", "null"])
      try next.see("Took over Renamed from tritone.json, 1 deleted")
      try next.leave()
      #expect(
        try box.sql("SELECT group_concat(name) FROM (SELECT name FROM playlists ORDER BY name)")
          == "Mine,Renamed")
    }
  }
}

import Foundation
import Testing

/// The entries of a playlist, edited as in the preparation of a night.
@Suite("Entry journeys", .serialized)
struct EntryJourneyTests {
  /// The titles of the playlist, in its order.
  private func titles(_ box: Sandbox) throws -> String {
    try box.sql(
      """
      SELECT group_concat(substr(title, 6), ' ') FROM (
        SELECT t.title FROM entries e JOIN tracks t ON t.id = e.track ORDER BY e.position)
      """)
  }

  @Test("three entries are marked, moved, edited and removed together, and all is taken back")
  func together() throws {
    try Sandbox.with(sound: false) { box in
      try box.fillMusic(seconds: 3)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      #expect(try box.tritone("mix", "1", box.music.path).status == 0)
      let start = "300 340 380 420 460 500 540 580 620 660"
      #expect(try titles(box) == start)
      let player = try box.player(["--output", "null"])
      try player.see("Mix 1")
      try player.press("BTab", "Enter")
      try player.see("◂ Mix 1")
      try player.see("10 entries  0:30")
      // The second, the fourth and the sixth entry.
      try player.press("j", "v", "j", "v", "j", "v")
      try player.press("J")
      func order(_ expected: String) throws {
        try Program.wait("the order \(expected)") { try self.titles(box) == expected }
      }
      try order("300 380 340 420 500 460 540 580 620 660")
      try player.press("$")
      try order("300 380 460 540 580 620 660 340 420 500")

      try player.press("P")
      try player.see("3 entries")
      try player.type("9")
      try player.press("Enter")
      try player.see("No longer than the part")
      try player.press("BSpace")
      try player.type("1.5")
      try player.press("Down", "Down", "Down", "Down")
      try player.type("let it ring")
      try player.press("Enter")
      try player.see("Changed 3 entries")
      // The two entries that have a successor overlap it.
      try player.see("0:27")
      // The note shows at the cursor: the entries are at the end now.
      try player.press("G")
      try player.see("✎ let it ring")
      #expect(try box.tritone("playlist", "list").output.contains("0:27"))

      try player.press("d")
      try player.see("Removed 3 entries")
      try order("300 380 460 540 580 620 660")
      for step in [
        "removed 3 entries", "changed the crossfade and note of 3 entries",
        "moved 3 entries in Mix 1", "moved 3 entries in Mix 1",
      ] {
        try player.press("C-z")
        try player.see("Undid: \(step)")
        try player.press("Escape")
        try player.see(no: "Undid")
      }
      try order(start)
      try player.see("0:30")
      try player.leave()
    }
  }

  @Test("files that are gone are passed over, found again and put back in one step")
  func relocating() throws {
    try Sandbox.with(sound: false) { box in
      try box.fillMusic(seconds: 20)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      #expect(try box.tritone("mix", "1", box.music.path + "/Alpha").status == 0)
      let away = box.folder.appendingPathComponent("away")
      try FileManager.default.moveItem(
        at: box.music.appendingPathComponent("Alpha/First Light"), to: away)
      #expect(try box.tritone("scan").status == 0)
      let dry = try box.tritone("relocate", away.path, "--dry-run", "--json")
      #expect(dry.status == 0)
      #expect(dry.output.contains("\"done\":false"))
      #expect(dry.output.components(separatedBy: "fingerprint").count == 4)
      #expect(try box.sql("SELECT count(*) FROM tracks WHERE missing") == "3")
      #expect(try box.sql("SELECT count(*) FROM roots") == "1")

      let player = try box.player(["--output", "null"])
      try player.see("Mix 1")
      try player.press("BTab", "Enter")
      try player.see("3 missing")
      try player.see("✕ Tone 300")
      // The three missing entries are skipped.
      try player.press("Enter")
      try player.see("Cannot play")
      try player.see("▶ Tone 420")
      try player.type(":relocate \(away.path)")
      try player.press("Enter")
      try player.see("Found 3 of 3 missing files")
      try player.press("Enter")
      try player.see("Found 3 files again")
      try player.see(no: "3 missing")
      // The entries and their duration, beside the remaining time while they play.
      try player.see("5 entries  1:40")
      #expect(try box.sql("SELECT count(*) FROM tracks WHERE missing") == "0")
      try player.press("C-z")
      try player.see("Undid: relocated 3 tracks")
      try player.see("3 missing")
      try player.leave()
      let done = try box.tritone("relocate")
      #expect(done.status == 0)
      #expect(done.output.contains("3 relocated, 0 not sure, 0 not found"))
      #expect(try box.tritone("relocate").output.contains("0 relocated"))
    }
  }
}

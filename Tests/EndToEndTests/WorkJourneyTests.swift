import Foundation
import Testing

/// Work in progress: labels, variations and comments in the real program, seen and heard.
@Suite("Work in progress", .serialized)
struct WorkJourneyTests {
  private func run(_ line: String, _ player: Player) throws {
    try player.type(":" + line)
    try player.press("Enter")
  }

  @Test("labels are typed, completed, found again, listed by category and undone")
  func labels() throws {
    try Sandbox.with(sound: false) { box in
      for (name, tone) in [("Ash", 300), ("Birch", 400), ("Cedar", 500)] {
        try box.tone("\(name).flac", tone, tags: ["title": name])
      }
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let player = try box.player()
      try player.see("Ash")
      try run("browse songs", player)
      try run("category demos", player)
      try player.see("Category Demos")
      try run("tag +needs bass +rough", player)
      try player.see("Tagged needs bass, rough")
      // The tag of one track is completed for another.
      try player.press("j")
      try player.type(":tag nee")
      try player.press("Tab")
      try player.see(": tag needs bass")
      try player.press("Enter")
      try player.see("Tagged needs bass")
      try run("loved", player)
      try player.see("Loved")
      try player.see("♥")

      // One form for both.
      try player.press("k", "v", "v")
      try run("labels", player)
      try player.see("Labels of 2 tracks")
      try player.see("various")
      try player.press("Tab", "Tab")
      try player.type("Tape 3")
      try player.press("Enter")
      try player.see("Collection Tape 3: 2 tracks")
      #expect(
        try box.tritone("search", "--json", #"category:demos tag:"needs bass" -tag:done"#)
          .output.split(separator: "\n").count == 1)
      #expect(
        try box.tritone("search", "--json", #"collection:"Tape 3""#).output
          .split(separator: "\n").count == 2)

      try run("browse categories", player)
      try player.see("Demos")
      try player.press("Enter")
      try player.see("Ash")
      try player.see(no: "Cedar")
      try player.press("C-z")
      try player.see("Undid")
      #expect(try box.tritone("search", "--json", #"collection:"Tape 3""#).output == "")
      try player.leave()
    }
  }

  @Test("comments are written where it plays, listed, gone to, changed, removed and brought back")
  func comments() throws {
    try Sandbox.with { box in
      try box.tone("Steps.flac", 500, seconds: 60, tags: ["title": "Steps"])
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let player = try box.player()
      try player.see("Steps")
      try player.press("Enter")
      try player.see("▶")
      try player.press("Space")
      try player.see("Paused")
      try run("seek 42", player)
      try player.see("‖ 0:42 / 1:00")
      try run("comment the bass is late", player)
      try player.see("Comment at 0:42 saved")
      try run("seek 7", player)
      try player.see("‖ 0:07 / 1:00")
      try run("comment", player)
      try player.see("Comment at 0:07")
      try player.type("nice turn")
      try player.press("Enter")
      try player.see("Comment at 0:07 saved")
      try player.see("❞")
      try run("comments", player)
      try player.see("the bass is late")
      try player.see("0:07  You")
      try player.press("G", "Enter")
      try player.see("‖ 0:42 / 1:00")
      try player.press("P")
      try player.see("the bass is late")
      try player.type(" again")
      try player.press("Enter")
      try player.see("Comment changed")
      try player.see("the bass is late again")
      try player.see("edited")
      try player.press("d")
      try player.see("Comment removed")
      try player.see(no: "late again")
      try player.press("C-z")
      try player.see("late again")
      // They are there at the next start, and without the screen.
      try player.leave()
      let again = try box.player()
      try again.see("late again")
      try again.leave()
      let listed = try box.tritone("comment", "list", box.music.path + "/Steps.flac")
      #expect(listed.output.contains("late again") && listed.output.contains("nice turn"))
    }
  }

  /// A tone of 40 s, so much louder than lavfi's.
  private func write(_ name: String, _ tone: Int, volume: Double, _ box: Sandbox) throws {
    try Program.check(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
        "sine=frequency=\(tone):duration=40:sample_rate=44100", "-af", "volume=\(volume)", "-ac",
        "2", "-metadata", "title=\(name)", "-sample_fmt", "s16",
        box.music.appendingPathComponent(name + ".flac").path,
      ])
  }

  @Test("two variations are gathered and compared: at one place, equally loud, without a gap")
  func comparing() throws {
    try Sandbox.with { box in
      try write("Demo one", 800, volume: 1, box)
      try write("Demo two", 1200, volume: 4, box)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      #expect(try box.tritone("analyze").status == 0)
      let recorder = try box.record()
      let player = try box.player()
      try player.see("Demo one")
      try run("browse songs", player)
      // The second is marked, and the first stands for both.
      try player.press("j", "v", "g")
      try run("variation-of", player)
      try player.see("2 variations gathered")
      try player.see("×2")
      try player.see(no: "Demo two")
      try player.press("y")
      try player.see("└ Demo two")
      try player.press("Enter")
      try recorder.hear(800, player)
      try run("seek 20", player)
      try player.reach(seconds: 20)
      let before = try level(recorder)
      let mark = recorder.frames
      try player.press("F4")
      try recorder.hear(1200, player)
      try player.see("Variation 2 of 2: Demo two")
      let place = try player.reach(seconds: 20)
      #expect(place < 35)
      // The file is 12 dB louder.
      let after = try level(recorder)
      #expect(abs(20 * log10(after / before)) < 2, "\(before) \(after)")
      // From the one tone to the other there is no stretch of silence: 20 ms are a long time.
      let heard = try recorder.samples(from: mark)
      let step = 441
      var quiet = 0
      for start in stride(from: 0, to: heard.count - step, by: step) {
        let loudest = heard[start..<start + step].map(abs).max() ?? 0
        quiet = loudest < before / 20 ? quiet + 1 : 0
        #expect(quiet < 3, "silence at \(start)")
      }
      try player.press("F4")
      try recorder.hear(800, player)
      try run("primary", player)
      try player.see("stands for the others")
      try player.leave()
    }
  }

  /// The highest sample of the last tenth of a second.
  private func level(_ recorder: Recorder) throws -> Float {
    let count = 4410
    return try recorder.samples(from: recorder.frames - count, count: count).map(abs).max() ?? 0
  }
}

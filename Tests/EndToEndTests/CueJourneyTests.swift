import Foundation
import Testing

/// Cues are set, edited and gone to in the real program, and heard.
@Suite("Cue journeys", .serialized)
struct CueJourneyTests {
  /// A file of 20 s tones, each of which identifies its position.
  private func writeSteps(_ box: Sandbox) throws {
    let tones = [300, 500, 800, 1200]
    var arguments = ["-nostdin", "-v", "error", "-y"]
    for tone in tones {
      arguments += [
        "-f", "lavfi", "-i", "sine=frequency=\(tone):duration=20:sample_rate=44100",
      ]
    }
    arguments += ["-filter_complex", "concat=n=4:v=0:a=1,volume=6", "-ac", "2"]
    arguments += ["-metadata", "title=Steps", "-sample_fmt", "s16"]
    try Program.check("ffmpeg", arguments + [box.music.appendingPathComponent("Steps.flac").path])
  }

  @Test("cue editing while playing: drop, list, nudge, rename, jump to what is heard there, undo")
  func editing() throws {
    try Sandbox.with { box in
      try writeSteps(box)
      try box.tone("Zero.flac", 2000, seconds: 30, tags: ["title": "Zero"])
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let recorder = try box.record()
      let player = try box.player()
      try player.see("Steps")
      try player.press("Enter")
      try recorder.hear(300, player)
      try player.see("▶")

      // A cue is dropped at the audible position, and only once.
      try player.type(":seek 25")
      try player.press("Enter")
      try recorder.hear(500, player)
      try player.press("Space")
      try player.see("Paused")
      // An exact position: a busy server reports a pause earlier than its position.
      try player.type(":seek 30")
      try player.press("Enter")
      try player.see("‖ 0:30 / 1:20")
      try player.press("c")
      try player.see("Cue at 0:")
      try player.press("c")
      try player.see("There already is a cue at 0:")
      let dropped = try #require(Int(try box.sql("SELECT time FROM cues")))
      #expect(dropped >= 25_000_000 && dropped < 40_000_000)
      try player.type(":cue mix-out Way out")
      try player.press("Enter")
      try player.see("There already is a cue")
      try player.type(":seek 1:05")
      try player.press("Enter")
      try player.type(":cue mix-out Way out")
      try player.press("Enter")
      try player.see("Way out at 1:05.00")
      #expect(
        try box.sql("SELECT type, time FROM cues ORDER BY time DESC LIMIT 1")
          == "mix out|65000000")

      // In the list the first cue is moved into the third tone by keys, as one step.
      try player.press("C")
      try player.see("Cues of Steps ‖ 1:05")
      try player.press("Home")
      let distance = 41_500_000 - dropped
      for (key, step) in [("}", 1_000_000), ("]", 100_000), (".", 10_000)] {
        let count = key == "." ? 0 : (distance % (step * 10)) / step
        let presses = key == "}" ? distance / step : count
        for _ in 0..<presses { try player.press(key) }
      }
      let reached = dropped + distance / 100_000 * 100_000
      try Program.wait("the nudges to be kept") {
        try box.sql("SELECT min(time) FROM cues") == "\(reached)"
      }

      // The form renames the cue and makes it a drop.
      try player.press("R")
      try player.see("up to 200 characters")
      try player.type("Third")
      try player.press("Tab")
      try player.type("d")
      try player.press("Enter")
      try player.see("Changed Third")
      try player.see("0:41.")
      try player.see("Drop")

      // A jump to the cue: from then on the third tone is heard, which only lies behind the cue.
      try player.press("Enter")
      try player.see("‖ 0:41")
      let mark = recorder.frames
      try player.press("Space")
      try recorder.hear(800, player)
      var heard: ArraySlice<Float> = []
      try Program.wait("a tenth of a second behind the jump") {
        let start = try recorder.samples(from: mark)
        guard let sound = start.firstIndex(where: { abs($0) > 0.01 }) else { return false }
        heard = start[sound...].dropFirst(441).prefix(4410)
        return heard.count == 4410
      }
      #expect(abs(Recorder.frequency(of: Array(heard)) - 800) < 8)

      // Undo step by step, with the list open.
      try player.press("C-z")
      try player.see("Undid: changed the cue Third of Steps")
      try player.see(no: "Third ")
      try player.press("C-z")
      try player.see("Undid: moved the cue Marker to 0:41.")
      #expect(try box.sql("SELECT min(time) FROM cues") == "\(dropped)")
      try player.press("C-r")
      try player.see("Redid: moved the cue")
      try player.press("Escape")
      try player.see(no: "╭─ Cues")

      // The keys for cues in the panes.
      try player.press("'")
      try recorder.hear(1200, player)
      // Pressed twice, the key goes to the previous cue, however long ago this one was reached.
      try player.press(";", ";")
      try recorder.hear(800, player)

      // The list of another track plays that track from its cue.
      try player.press("j", "C")
      try player.see("Cues of Zero (not playing)")
      #expect(
        try box.tritone(
          "cues", box.music.appendingPathComponent("Zero.flac").path, "--add", "12.5", "--kind",
          "vocal"
        ).status == 0)
      try player.press("Escape")
      try player.see(no: "╭─ Cues")
      try player.press("C")
      try player.see("0:12.50")
      try player.press("Enter")
      try recorder.hear(2000, player)
      try player.see("Cues of Zero ▶ 0:1")
      try player.press("Escape")
      try player.see(no: "╭─ Cues")
      try player.leave()
    }
  }

  @Test("entries of a playlist begin and end at their mix points in one step, and that is heard")
  func trimming() throws {
    try Sandbox.with { box in
      try writeSteps(box)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      #expect(try box.tritone("mix", "1", box.music.path).status == 0)
      let file = box.music.appendingPathComponent("Steps.flac").path
      for (kind, time) in [("mix-in", "21"), ("mix-out", "1:01.5")] {
        #expect(try box.tritone("cues", file, "--add", time, "--kind", kind).status == 0)
      }
      let recorder = try box.record()
      let player = try box.player()
      try player.see("Mix 1")
      try player.press("BTab", "Enter")
      try player.see("◂ Mix 1")
      try player.type(":trim-to-mix")
      try player.press("Enter")
      try player.see("1 entry follows Mix In and Mix Out now")
      #expect(try box.sql("SELECT start_offset, end_offset FROM entries") == "21000000|61500000")
      try player.press("Enter")
      try recorder.hear(500, player)
      // The cue at the entry's start is also its first position, in the time of the file.
      try player.press("F")
      try recorder.hear(800, player)
      try player.press("C")
      try player.see("Cues of Steps ▶ 0:5")
      try player.press("Home", "Enter")
      try recorder.hear(500, player)
      try player.see("Cues of Steps ▶ 0:2")
      try player.press("C-z")
      // The message of the undo may give way to the one on when the change is heard.
      try Program.wait("the bounds to be taken back") {
        try box.sql("SELECT count(start_offset) + count(end_offset) FROM entries") == "0"
      }
      try player.press("Escape")
      try player.see(no: "╭─ Cues")
      try player.leave()
    }
  }

  @Test("cues of a file are listed, added and removed from the shell")
  func shell() throws {
    try Sandbox.with(sound: false) { box in
      let file = try box.tone("One.flac", 440, seconds: 20).path
      func cues(_ arguments: String...) throws -> Program.Result {
        try Program.run(
          Sandbox.binary, ["cues", file] + arguments, environment: box.environment)
      }
      #expect(try cues().status == 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      #expect(try cues().output.isEmpty)
      #expect(
        try cues("--add", "0:10.25", "--kind", "drop", "--name", "it's\nbig").output
          == "1\t0:10.250\t\tdrop\t\tit's big\n")
      #expect(try cues("--add", "5", "--end", "7.5", "--color", "gold").status == 0)
      #expect(
        try cues().output
          == "1\t0:05.000\t0:07.500\tmarker\tgold\t\n2\t0:10.250\t\tdrop\t\tit's big\n")
      let json = try cues("--json").output
      #expect(
        json.contains(#""color":"gold","end":7.5,"kind":"marker","name":"","number":1,"time":5}"#))
      #expect(json.contains(#""duration":20"#))
      // Errors have a message and the right exit status.
      for (arguments, status, text) in [
        (["--add", "25"], 1, "It is only 0:20.00 long"),
        (["--add", "10.26"], 1, "There already is a cue at 0:10.25"),
        (["--add", "x"], 2, "a time is written"), (["--add", "1", "--kind", "x"], 2, "no kind"),
        (["--kind", "drop"], 2, "--add TIME"), (["--remove", "3"], 1, "there is no cue 3"),
        (["--remove", "0"], 1, "there is no cue 0"),
        (["--add", "5", "--end", "4"], 2, "The end has to be after"),
      ] as [([String], Int32, String)] {
        let result = try Program.run(
          Sandbox.binary, ["cues", file] + arguments, environment: box.environment)
        #expect(result.status == status, "\(arguments)")
        #expect(result.errors.contains(text), "\(arguments): \(result.errors)")
      }
      #expect(try cues("--remove", "1").output == "1\t0:10.250\t\tdrop\t\tit's big\n")
      #expect(try box.tritone("cues", "--help").output.contains("tritone cues song.flac --add"))
      #expect(try box.sql("SELECT count(*) FROM undo_steps") == "3")
    }
  }
}

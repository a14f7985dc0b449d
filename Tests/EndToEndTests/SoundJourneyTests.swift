import Foundation
import Testing

/// What is set of the sound, in the real program.
@Suite("Sound journeys", .serialized)
struct SoundJourneyTests {
  @Test("the equalizer is set by keys, closed, and still set after a restart")
  func equalizer() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 20)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      var player = try box.player(["--output", "null"])
      try player.see("One")
      try player.press("Q")
      try player.see("‹Flat›")
      try player.press("]")
      try player.see("‹Rock›")
      try player.press("Escape")
      try player.see(no: "‹Rock›")
      try player.press("}")
      try player.see("1.05×")
      try player.leave()

      player = try box.player(["--output", "null"])
      try player.see("1.05×")
      try player.press("Q")
      try player.see("‹Rock›")
      try player.press("Escape")
      try player.see(no: "‹Rock›")
      try player.leave()
    }
  }

  @Test("a file is written once through, even where the queue was left repeating")
  func repeatedFile() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 5)
      try box.tone("Two.flac", 550, seconds: 5)
      var player = try box.player(["--output", "null", box.music.path])
      try player.see("Playing")
      try player.press("r")
      try player.see("repeat all")
      try player.leave()
      let file = box.folder.appendingPathComponent("out.wav").path
      let size = {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file)
        return attributes?[.size] as? Int ?? 0
      }
      player = try box.player(["--output", "file:" + file, box.music.path])
      // Float stereo.
      let sound = 2 * 5 * 44100 * 8
      try Program.wait("sound in the file") { size() >= sound }
      try player.see("Stopped")
      try player.leave()
      #expect(size() - sound < 1000)
    }
  }

  @Test("a crossfade is set on an entry of a playlist, shows there, and is undone")
  func entries() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 20)
      try box.tone("Two.flac", 550, seconds: 20)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      #expect(try box.tritone("mix", "1", box.music.path).status == 0)
      let player = try box.player(["--output", "null"])
      try player.see("Mix 1")
      try player.press("BTab")
      try player.press("Enter")
      try player.see("◂ Mix 1")
      try player.type(":crossfade 5.5")
      try player.press("Enter")
      try player.see("⨯5.5s")
      #expect(try box.sql("SELECT crossfade FROM entries ORDER BY position LIMIT 1") == "5500000")
      // Played from here the queue knows the entry.
      try player.press("Enter")
      try player.see("Playing")
      try player.press("C-z")
      try player.see("Undid: set the crossfade to 5.5 s")
      #expect(try box.sql("SELECT count(*) FROM entries WHERE crossfade IS NOT NULL") == "0")
      try player.leave()
      #expect(try box.sql("SELECT value FROM session WHERE key = 'queue'").contains("entries"))
    }
  }

  @Test("a stream that is named becomes a track of the library; other addresses are refused")
  func streams() throws {
    try Sandbox.with(sound: false) { box in
      let refused = try box.tritone("ftp://host/x")
      #expect(refused.status == 2 && refused.errors.contains("a stream needs an address"))
      // Nothing listens there: what is tested is what the library makes of it.
      let player = try box.player(["--output", "null", "http://127.0.0.1:9/live"])
      try player.see("Streams")
      try player.press("Enter")
      try player.see("http://127.0.0.1:9/live")
      try player.leave()
      #expect(try box.sql("SELECT count(*) FROM tracks WHERE missing = 0") == "1")
    }
  }
}

import Foundation
import Testing

/// Lyrics in the real program: beside a file and in its tags.
@Suite("Lyrics journeys", .serialized)
struct LyricsJourneyTests {
  @Test("lyrics beside a file and in its tags show with what plays, and a line is gone to")
  func shown() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("A/One.flac", 440, seconds: 200, tags: ["title": "One"])
      try Data("[00:00.00]First of all\n[01:40.00]Then another\n[03:00.00]\u{1B}[31mThe end\n".utf8)
        .write(to: box.music.appendingPathComponent("A/One.LRC"))
      try box.tone(
        "A/Two.flac", 550, seconds: 200, tags: ["title": "Two", "lyrics": "Words without times"])
      try box.tone("A/Zero.flac", 660, seconds: 200, tags: ["title": "Zero"])
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let player = try box.player(["--output", "null", box.music.appendingPathComponent("A").path])
      try player.see("Playing")
      try player.press("\"")
      try player.see("First of all")
      try player.see("[31mThe end")
      try player.press("Space")
      try player.see("Paused")
      try player.press("Down", "Enter")
      try player.see("1:40 / 3:20")
      try player.press(">")
      try player.see("Words without times")
      try player.press(">")
      try player.see("No lyrics")
      // At a small size the lyrics have the screen for themselves.
      try player.press("<")
      try player.resize(columns: 80, rows: 24)
      try player.see("Words without times")
      try player.leave()
      // The tab is there again.
      let again = try box.player(["--output", "null"])
      try again.see("Words without times")
      try again.leave()
    }
  }
}

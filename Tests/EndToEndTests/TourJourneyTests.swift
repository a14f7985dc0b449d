import Foundation
import Testing

@Suite("The tour for new users", .serialized)
struct TourJourneyTests {
  private static let red = "48;2;240;0;0"

  @Test("from nothing to sound with a cover in two key presses, then six hints, once")
  func tour() throws {
    try Sandbox.with { box in
      for (title, frequency) in [("One", 440), ("Two", 550)] {
        try box.tone(
          "Album/\(title).flac", frequency, seconds: 60,
          tags: ["title": title, "album": "Red Album", "BPM": "124", "INITIALKEY": "8A"])
      }
      try Program.check(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=0xF00000:s=300x300",
          "-frames:v", "1", "-pix_fmt", "rgb24",
          box.music.appendingPathComponent("Album/cover.png").path,
        ])
      let recorder = try box.record()
      var player = try box.player()
      try player.see("Use \(box.music.path)")
      try player.press("Enter")
      try player.see("Hint 1 of 6: Enter plays the selected track")
      try player.press("Enter")
      try recorder.hear(440, player)
      try Program.wait("the cover") { try player.colors.contains(Self.red) }
      try player.see("Hint 2 of 6: 1 puts it into mix 1")
      try player.press("1")
      try player.see("Made Mix 1 in slot 1 with “One”")
      try player.see("Hint 3 of 6: w finds what mixes into it")
      try player.press("w")
      try player.see("What fits after One")
      try player.press("Escape")
      try player.see("Hint 4 of 6: o shows what plays full-screen")
      try player.leave()

      player = try box.player(columns: 40, rows: 10)
      try player.see(" o shows what plays full-screen  ? help")
      try player.press("o")
      try player.see(" t changes the skin  o back")
      try player.press("t")
      try player.see("Skin: ")
      try player.see(" ? finds every key and command  ? help")
      try player.press("?")
      try player.see("Esc close")
      try player.press("Escape")
      try player.see("End of tour: ? has the rest")
      try player.press("o")
      try player.see("Enter play")
      try player.leave()

      player = try box.player()
      try player.see("Enter play")
      #expect(try !player.screen.contains("Hint"))
      try player.type(":hints on")
      try player.press("Enter")
      try player.see("Hint 1 of 6: Enter plays the selected track")
      try player.type(":hints off")
      try player.press("Enter")
      try player.see("No more hints")
      try player.leave()
    }
  }

  @Test("a first start with a folder to play has hints, a library that was scanned before has none")
  func starts() throws {
    for isScanned in [false, true] {
      try Sandbox.with(sound: false) { box in
        try box.tone("One.flac", 440, seconds: 20, tags: ["title": "One"])
        if isScanned { #expect(try box.tritone("scan", box.music.path).status == 0) }
        let player = try box.player(["--output", "null", box.music.path])
        try player.see("▶")
        try player.see(isScanned ? "Enter play " : "Hint 1 of 6:")
        #expect(try player.screen.contains("Hint") != isScanned)
        try player.leave()
      }
    }
  }
}

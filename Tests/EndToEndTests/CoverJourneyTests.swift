import Foundation
import Testing

@Suite("Cover journeys", .serialized)
struct CoverJourneyTests {
  private static let red = "48;2;240;0;0"

  @Test(
    "the folder's cover of what plays is drawn, its initials without one, and neither if so wanted")
  func shown() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("A/One.flac", 440, seconds: 20, tags: ["title": "One", "album": "Red Album"])
      try box.tone("B/Two.flac", 550, seconds: 20, tags: ["title": "Two", "album": "Quiet Zone"])
      try Program.check(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=0xF00000:s=300x300",
          "-frames:v", "1", "-pix_fmt", "rgb24",
          box.music.appendingPathComponent("A/Cover.PNG").path,
        ])
      #expect(try box.tritone("scan", box.music.path).status == 0)
      var player = try box.player(["--output", "null", box.music.appendingPathComponent("A").path])
      try Program.wait("the cover") { try player.colors.contains(Self.red) }
      // A window covers the picture, and its end brings it back.
      try player.press("?")
      try player.see("Esc close")
      try player.press("Escape")
      try player.see(no: "Esc close")
      try Program.wait("the cover again") { try player.colors.contains(Self.red) }
      try player.leave()
      player = try box.player(["--output", "null", box.music.appendingPathComponent("B").path])
      try player.see("QZ")
      try player.leave()
      player = try box.player(
        ["--output", "null", "--art", "none", box.music.appendingPathComponent("A").path])
      try player.see("Red Album")
      try player.see(no: "RA")
      #expect(try !player.colors.contains(Self.red))
      try player.leave()
    }
  }
}

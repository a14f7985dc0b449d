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
}

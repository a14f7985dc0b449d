import Foundation
import Testing

/// The mode for screen readers in the real program: what stands at the terminal's cursor is what a
/// reader says.
@Suite("Screen reader journeys", .serialized)
struct ScreenReaderJourneyTests {
  /// The place of the cursor, whether it is visible, and the line there.
  private static func heard(_ box: Sandbox, _ player: Player) throws -> (String, isVisible: Bool) {
    let place = try box.tmux("display-message", "-p", "#{cursor_y} #{cursor_flag}")
      .split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    let lines = try player.lines
    guard place.count == 2, lines.indices.contains(place[0]) else { return ("", false) }
    return (lines[place[0]], place[1] == 1)
  }

  private static func hear(_ text: String, _ box: Sandbox, _ player: Player) throws {
    var last = ("", isVisible: false)
    try Program.wait("“\(text)” at the cursor") {
      last = try heard(box, player)
      return last.0.hasPrefix(text) && last.isVisible
    } state: {
      "heard: \(last)\n" + ((try? player.screen) ?? "")
    }
  }

  @Test("each key is answered at the cursor, in words")
  func words() throws {
    try Sandbox.with(sound: false) { box in
      for (index, name) in ["One", "Two", "Three"].enumerated() {
        try box.tone(
          "A/\(name).flac", 440, seconds: 200,
          tags: ["title": name, "artist": "Ann", "track": "\(index + 1)"])
      }
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let player = try box.player(["--output", "null", "--screen-reader"])
      func hear(_ text: String) throws { try Self.hear(text, box, player) }
      try player.press("]")
      try hear("One, Ann")
      try player.press("Down")
      try hear("Two, Ann")
      try player.press("Enter")
      try player.see("Playing Two, Ann")
      try hear("Two, playing, Ann")
      try player.press("@")
      try player.see("of 3:20")
      try hear("0:0")
      try player.press("Down")
      try hear("Three, Ann")
      // The mix slots and windows say what they are about.
      try player.press("1")
      try hear("Made Mix 1 in slot 1")
      try player.press("?")
      try player.see("Heading Mix slots")
      try hear("1, add to mix slot 1")
      try player.press("Escape", ":")
      try hear("Command:")
      try player.type("position")
      try hear("Command: position")
      try player.press("Enter")
      try hear("0:")
      try player.press("Space")
      try player.see("Paused at ")
      try player.leave()
      // For eyes again without the option.
      let again = try box.player(["--output", "null"])
      try again.see("╭")
      // The hidden cursor is on the selected row there.
      var last = ("", isVisible: true)
      try Program.wait("the hidden cursor on a row") {
        last = try Self.heard(box, again)
        return last.0.contains("Ann") && !last.isVisible
      } state: {
        "heard: \(last)\n" + ((try? again.screen) ?? "")
      }
      try again.leave()
    }
  }
}

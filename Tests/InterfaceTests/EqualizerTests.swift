import Interface
import Music
import Screen
import Testing

@Suite("Equalizer")
struct EqualizerTests {
  @Test("in the equalizer arrows choose a band and change it, heard at once")
  func equalizer() {
    var stage = Stage()
    stage.press("Q", "Right", "Up", "Up", "Shift-Up")
    var expected = SoundSettings()
    expected.equalizer = .own
    expected.ownBands[1] = 2.5
    #expect(stage.app.sound == expected)
    let told = stage.receive()
    #expect(told.count == 3 && told.last == .player(.setSound(expected, keptSpeed: 1)))
    // The tone controls are to the left.
    stage.press("Home", "Down")
    #expect(stage.app.sound.tone == [-1, 0, 0])
    stage.press("0")
    #expect(stage.app.sound.tone == [0, 0, 0])
    stage.press("Esc")
    #expect(stage.app.overlays.isEmpty)
    #expect(stage.app.sound == expected)
  }

  @Test("a changed preset becomes the listener's own, with the preset as its start")
  func ownFromPreset() {
    var stage = Stage()
    stage.press("Q", "]")
    #expect(stage.app.sound.equalizer == .rock)
    stage.press("Up")
    #expect(stage.app.sound.equalizer == .own)
    #expect(stage.app.sound.bands == [6, 4, 3, 1, -1, -1, 0, 2, 4, 5])
  }

  @Test("u brings back what was before, and no band leaves its bounds")
  func restoreAndBounds() {
    var stage = Stage()
    stage.press(":")
    stage.type("equalizer vocal")
    stage.press("Enter")
    let before = stage.app.sound
    stage.press("Q")
    for _ in 0..<40 { stage.press("Up") }
    #expect(stage.app.sound.bands[0] == 12)
    for _ in 0..<80 { stage.press("Down") }
    #expect(stage.app.sound.bands[0] == -12)
    _ = stage.receive()
    stage.press("u")
    #expect(stage.app.sound == before)
    #expect(stage.receive() == [.player(.setSound(before, keptSpeed: 1))])
    stage.press("[", "]", "Q")
    #expect(stage.app.sound == before && stage.app.overlays.isEmpty)
  }

  @Test("the mouse selects a band and its wheel changes it")
  func equalizerMouse() throws {
    var stage = Stage()
    stage.press("Q")
    let frame = stage.frame
    let row = try #require((0..<40).first { frame.text(ofRow: $0).contains(" 16k") })
    let text = Array(frame.text(ofRow: row))
    let column = try #require(text.indices.first { String(text[$0...]).hasPrefix("500") })
    let position = Position(row: row, column: column)
    stage.send(.input(.mouse(Mouse(.wheelUp, at: position))))
    #expect(stage.app.sound.bands[4] == 1)
    stage.send(.input(.mouse(Mouse(.press, at: position))))
    stage.press("Up")
    #expect(stage.app.sound.bands[4] == 2)
  }

  @Test("the presets are named, the one in force between marks, where there is room")
  func names() {
    var stage = Stage()
    stage.press("Q", "]", "]")
    #expect(stage.text.contains(" Flat  Rock ‹Pop› Jazz "))
    stage.send(.resized(Size(rows: 10, columns: 40)))
    #expect(stage.text.contains("‹Pop›"))
    #expect(stage.text.contains("+4 dB") == false)
    stage.press("Right", "Right")
    #expect(stage.text.contains("125 Hz peak  +4 dB"))
  }

  @Test("music is paused from within, and settings beside the bands are left alone")
  func beside() {
    var stage = Stage()
    _ = stage.playSelected()
    stage.press("}")
    stage.press("Q", "Up", "u")
    #expect(stage.app.sound.speed == 1.05)
    _ = stage.receive()
    stage.press("Space")
    #expect(stage.receive() == [.player(.pause)])
    #expect(!stage.app.overlays.isEmpty)
  }
}

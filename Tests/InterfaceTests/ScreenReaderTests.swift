import Music
import Screen
import ScreenPictures
import Testing

@testable import Interface

@Suite("The screen for a screen reader")
struct ScreenReaderTests {
  private static let size = Size(rows: 24, columns: 80)

  private static func stage(_ scene: Scene = .songs, _ size: Size = size) -> Stage {
    var stage = scene.stage(size)
    stage.app.useScreenReader(isChosen: true)
    stage.send(.resized(size))
    return stage
  }

  /// Lines, blocks, braille and the signs of the other views, which readers spell or skip.
  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2190...0x21FF, 0x2500...0x25FF, 0x2605, 0x2606, 0x2661, 0x2665, 0x2800...0x28FF,
      0x1FB00...0x1FBFF:
      true
    default: false
    }
  }

  private static func line(atCursorOf frame: Frame) -> String {
    var text = frame.cursor.map { frame.text(ofRow: $0.row) } ?? ""
    while text.last == " " { text.removeLast() }
    return text
  }

  @Test(
    "every pane and window is words, with the cursor on the line that is about",
    arguments: Scene.allCases)
  func everyScene(scene: Scene) {
    for size in [Self.size, Size(rows: 10, columns: 40), Size(rows: 40, columns: 120)] {
      let frame = Self.stage(scene, size).frame
      let cursor = frame.cursor
      #expect(cursor != nil)
      #expect(!Self.line(atCursorOf: frame).isEmpty, "\(frame.plainText)")
      #expect(!frame.text(ofRow: 0).allSatisfy { $0 == " " })
      for row in 0..<size.rows {
        #expect(TextWidth.columns(of: frame.text(ofRow: row)) == size.columns)
        let signs = frame.text(ofRow: row).unicodeScalars.filter(Self.isSign)
        #expect(signs.isEmpty, "\(frame.text(ofRow: row))")
      }
    }
  }

  @Test("a move changes nothing but the cursor")
  func moves() throws {
    var stage = Self.stage()
    stage.press("g")
    let before = stage.frame
    let first = try #require(before.cursor)
    #expect(Self.line(atCursorOf: before).hasPrefix("Harbour Lights, Lena Voss"))
    stage.press("j")
    let after = stage.frame
    #expect(after.cursor == Position(row: first.row + 1, column: 0))
    #expect(after.plainText == before.plainText)
    #expect(Self.line(atCursorOf: after).hasPrefix("Night Ferry, playing, Lena Voss"))
  }

  @Test("rows say in words what signs and colours say elsewhere")
  func rows() {
    var stage = Self.stage(.songs, Size(rows: 24, columns: 160))
    stage.press("g", "j")
    let line = Self.line(atCursorOf: stage.frame)
    for word in [
      "playing", "123.0 BPM", "key 9A", "2 stars", "liked", "6:55", "in mix 1",
    ] {
      #expect(line.contains(word), "\(word) in \(line)")
    }
    stage.press("v", "k")
    #expect(Self.line(atCursorOf: stage.frame).hasPrefix("Marked, Night Ferry"))
  }

  @Test(
    "nothing moves by itself: time, lyrics and spectrum stand still, and no timer runs for them")
  func still() {
    for scene in [Scene.songs, .waveform, .lyrics, .fullScreen, .spectrum] {
      var stage = Self.stage(scene)
      let before = stage.frame
      #expect(stage.app.visualDue == nil && stage.app.visualRect == nil)
      for _ in 0..<40 {
        stage.app.now += .milliseconds(777)
        stage.send(.ticked)
      }
      #expect(stage.frame == before)
    }
  }

  @Test("another track, a pause and the end are said; a position when it is asked for")
  func announcements() throws {
    var stage = Self.stage()
    let item = try #require(stage.app.player.item)
    let clock = try #require(stage.app.player.clock)
    stage.send(.player(.state(.paused(item, clock))))
    #expect(stage.app.message?.text == "Paused at 1:23")
    stage.send(.player(.state(.playing(item, clock))))
    #expect(stage.app.message?.text == "Playing Night Ferry, Lena Voss")
    // It stays to be read again.
    stage.app.now += .seconds(600)
    stage.send(.ticked)
    #expect(stage.app.message?.text == "Playing Night Ferry, Lena Voss")
    stage.press("@")
    #expect(stage.app.message?.text.contains(" of 3:00, ") == true)
    #expect(stage.app.message?.text.hasSuffix("Night Ferry, Lena Voss") == true)
    stage.send(.player(.state(.stopped)))
    #expect(stage.frame.plainText.hasSuffix("Stopped"))
  }

  @Test("the cursor is on the answer to a key until the next key, and stays where it is for news")
  func answers() throws {
    var stage = Self.stage()
    let row = try #require(stage.frame.cursor)
    stage.press("@")
    #expect(stage.frame.cursor == Position(row: 23, column: 0))
    stage.press("j")
    #expect(stage.frame.cursor == Position(row: row.row + 1, column: 0))
    let item = try #require(stage.app.player.item)
    let clock = try #require(stage.app.player.clock)
    stage.send(.player(.state(.paused(item, clock))))
    #expect(stage.frame.cursor == Position(row: row.row + 1, column: 0))
    // Half of a sequence of keys waits for its end.
    stage.press("m")
    #expect(stage.frame.cursor?.row == 23)
    #expect(Self.line(atCursorOf: stage.frame).hasPrefix("m, then"))
  }

  @Test("text is typed where the cursor is, also beyond the width of the screen")
  func fields() throws {
    var stage = Self.stage()
    stage.press(":")
    stage.type("mot")
    #expect(Self.line(atCursorOf: stage.frame) == "Command: mot")
    #expect(stage.frame.cursor?.column == "Command: mot".count)
    stage.type(String(repeating: "x", count: 200))
    #expect(stage.frame.cursor?.column == 79)
    stage.press("Esc", "/")
    stage.type("ferry")
    #expect(Self.line(atCursorOf: stage.frame) == "Filter: ferry")
    #expect(stage.frame.plainText.contains("Night Ferry"))
  }

  @Test("in the equalizer Down and Up choose a band, and Left and Right change it")
  func equalizer() {
    var stage = Self.stage()
    stage.press("Q")
    let before = stage.app.sound
    stage.press("Down")
    #expect(stage.app.sound == before)
    #expect(Self.line(atCursorOf: stage.frame).hasPrefix("64 Hz"))
    stage.press("Right")
    #expect(Self.line(atCursorOf: stage.frame) == "64 Hz, +1 dB")
    stage.press("Left")
    #expect(Self.line(atCursorOf: stage.frame) == "64 Hz, 0 dB")
  }

  @Test("a window names its keys below its rows, and help the key of a command first")
  func keys() {
    var stage = Self.stage(.songs, Size(rows: 24, columns: 120))
    stage.press("?")
    #expect(stage.frame.plainText.contains("Keys: Enter accepts, Esc closes"))
    #expect(Self.line(atCursorOf: stage.frame) == "1, add to mix slot 1 (red)")
    stage.press("Esc")
    stage.run("columns")
    #expect(stage.frame.plainText.contains("Space show the column, or not"))
  }

  @Test("a long answer has the rows that it needs, and is gone with the next key")
  func longAnswer() {
    var stage = Self.stage(.songs, Size(rows: 24, columns: 60))
    stage.run("layout sideways")
    #expect(stage.frame.plainText.contains("reset also the sizes)"))
    stage.press("j")
    #expect(!stage.frame.plainText.contains("Usage"))
  }

  @Test("a chosen line of lyrics stays")
  func lyrics() throws {
    var stage = Self.stage(.lyrics)
    stage.press("j", "j")
    let line = Self.line(atCursorOf: stage.frame)
    stage.app.now += .seconds(60)
    stage.send(.ticked)
    #expect(Self.line(atCursorOf: stage.frame) == line && !line.isEmpty)
  }

  @Test("the command is kept for the next start, the option is not")
  func session() {
    var stage = Scene.songs.stage(Self.size)
    stage.app.useScreenReader(byOption: true)
    #expect(stage.app.layout.form == .reader && stage.app.kept(.screenReader) == nil)
    stage.run("screen-reader off")
    #expect(stage.app.layout.form != .reader)
    stage.run("screen-reader on")
    #expect(stage.app.kept(.screenReader) == .flag(true))
    var other = Stage()
    other.begin(with: stage.app.keptSettings)
    #expect(other.app.layout.form == .reader)
    other.run("screen-reader off")
    #expect(other.app.kept(.screenReader) == nil && other.app.layout.form == .full)
  }

  @Test("a press of the mouse means nothing in a window of words, and a row without one")
  func mouse() {
    var stage = Self.stage()
    stage.send(.input(.mouse(Mouse(.press, at: Position(row: 3, column: 2)))))
    #expect(stage.app.library.selected == 2)
    stage.press("?")
    let before = stage.frame
    stage.send(.input(.mouse(Mouse(.press, at: Position(row: 10, column: 30)))))
    #expect(stage.frame == before)
  }

  @Test("the albums are rows, not tiles, and the full screen is the pane of what plays")
  func forms() {
    var stage = Self.stage(.grid)
    #expect(stage.app.browsing.grid == nil)
    let first = stage.frame.cursor?.row ?? 0
    stage.press("j")
    #expect(stage.frame.cursor?.row == first + 1)
    stage.press("o")
    #expect(stage.frame.plainText.hasPrefix("Now Playing"))
    #expect(Self.line(atCursorOf: stage.frame) == "Night Ferry")
  }
}

@Suite("The hidden cursor")
struct HiddenCursorTests {
  @Test(
    "it rests on the selected row of the pane or window that has the keys",
    arguments: Scene.allCases)
  func selection(scene: Scene) {
    for size in Scene.sizes {
      let stage = scene.stage(size)
      let frame = stage.frame
      // The join may lie over its row.
      guard let selection = frame.selection, scene != .mixJoin else { continue }
      let ground = frame[selection.row, selection.column].ground
      #expect(
        [.selected, .resting, .overlaySelected, .field, .overlay].contains(ground),
        "\(scene) \(size)")
    }
  }

  @Test("it follows the rows of lists, mix slots, menus and tiles")
  func follows() throws {
    func row(_ stage: Stage) throws -> Int { try #require(stage.frame.selection).row }
    for scene in [Scene.songs, .help, .grid] {
      var stage = scene.stage(Size(rows: 40, columns: 120))
      let first = try row(stage)
      stage.press("Down")
      #expect(try row(stage) > first, "\(scene)")
    }
    var stage = Scene.songs.stage(Size(rows: 40, columns: 120))
    stage.app.focus = .mix
    let first = try row(stage)
    stage.press("j")
    #expect(try row(stage) > first)
    #expect(stage.frame.cursor == nil)
  }
}

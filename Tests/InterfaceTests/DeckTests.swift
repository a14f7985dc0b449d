import Music
import Screen
import Testing

@testable import Interface

/// Now Playing beside other panes, and the bar: what shows and what a click does.
@Suite("Now Playing and the bar")
struct DeckTests {
  private func stage(_ size: Size = Size(rows: 40, columns: 120)) -> Stage {
    var stage = Scene.waveform.stage(size)
    stage.send(.imagesChosen(.blocks, cell: PixelSize(width: 10, height: 20)))
    _ = stage.receive()
    return stage
  }

  private func press(_ stage: inout Stage, _ row: Int, _ column: Int) -> [Effect] {
    stage.wait(.seconds(1))
    _ = stage.receive()
    stage.send(.input(.mouse(Mouse(.press, at: Position(row: row, column: column)))))
    return stage.receive().filter { if case .session = $0 { false } else { true } }
  }

  /// The first cell of a text.
  private func find(_ text: String, _ stage: Stage, from row: Int = 0) -> Position? {
    let frame = stage.frame
    for row in row..<frame.size.rows {
      let line = frame.text(ofRow: row)
      guard let found = line.firstRange(of: text) else { continue }
      return Position(
        row: row, column: TextWidth.columns(of: String(line[..<found.lowerBound])))
    }
    return nil
  }

  @Test("the title of what plays shows beside its cover at every size")
  func title() {
    var stage = stage()
    for rows in stride(from: 14, through: 74, by: 5) {
      for columns in stride(from: 46, through: 226, by: 9) {
        stage.send(.resized(Size(rows: rows, columns: columns)))
        let frame = stage.frame
        let pane =
          stage.app.layout.panes[.nowPlaying] ?? Rect(row: 0, column: 0, rows: 0, columns: 0)
        let shown = (pane.row..<pane.bottom).contains { row in
          let cells = (pane.column..<pane.right).map { frame[row, $0].text }
          return cells.joined().contains("Night Ferry")
        }
        #expect(shown, "\(rows) by \(columns)")
      }
    }
  }

  @Test("a star rates, a sign reacts, and a slot's button adds what plays")
  func signs() throws {
    var stage = stage()
    let stars = try #require(find("★★☆☆☆", stage))
    let playing = Selection.tracks([try #require(stage.app.audibleItem)])
    stage.app.focus = .library
    for star in 1...5 {
      #expect(
        press(&stage, stars.row, stars.column + star - 1)
          == [.edit(.tracks(.setRating(Rating(stars: star), playing)))])
    }
    #expect(stage.app.focus == .nowPlaying)
    #expect(find("★★☆☆☆  ☊ ✶ ♥ liked", stage) == stars)
    // The track is liked: the same again takes that off.
    for (column, reaction) in [
      (7, Reaction.listened), (8, .listened), (9, .none), (10, .none), (11, .loved), (12, .loved),
    ] {
      #expect(
        press(&stage, stars.row, stars.column + column)
          == [.edit(.tracks(.setReaction(reaction, playing)))])
    }
    for column in [6, 13, 20] {
      #expect(press(&stage, stars.row, stars.column + column).isEmpty)
    }
    let button = try #require(find(" 2  Peak", stage))
    #expect(
      press(&stage, button.row, button.column + 30)
        == [.edit(.entries(.addToSlot(.two, playing)))])
  }

  @Test("the bar's sign pauses, its chips change their setting, and its line sets the volume")
  func bar() throws {
    var stage = stage()
    stage.press("L", "r")
    _ = stage.receive()
    let row = stage.app.layout.bar?.row ?? 0
    #expect(press(&stage, row, 1) == [.player(.pause)])
    let gain = try #require(find(" RG track ", stage, from: row))
    _ = press(&stage, row, gain.column + 2)
    #expect(stage.app.sound.replayGain == .album)
    let modes = try #require(find(" repeat all ", stage, from: row))
    _ = press(&stage, row, modes.column + 2)
    #expect(stage.app.queue.repeating == .one)
    let knob = try #require(find("━━━━━━━●", stage, from: row))
    for (step, percent) in [(0, 0), (3, 42), (7, 100)] {
      _ = press(&stage, row, knob.column + step)
      #expect(Int((stage.app.audio.volume * 100).rounded()) == percent)
    }
    _ = press(&stage, row, knob.column + 10)
    #expect(stage.app.audio.isMuted && find("muted", stage, from: row) != nil)
    #expect(press(&stage, row, 60).isEmpty)
  }

  @Test("chips give way to the position on a narrow screen, and never cover it")
  func narrow() {
    for columns in 100...140 {
      var stage = stage(Size(rows: 40, columns: columns))
      stage.press("L", "r", "s", "}", "}")
      stage.send(.player(.output(.unavailable("the server of this machine is away for a while"))))
      let line = stage.frame.text(ofRow: stage.app.layout.bar?.row ?? 0)
      #expect(line.hasPrefix(" ▶ 1:23 / "), "\(columns)")
      #expect(TextWidth.columns(of: line) == columns)
    }
  }

  @Test("the time left is whole or absent beside a chip")
  func timeLeft() {
    var shown = 0
    for columns in 60...140 {
      var stage = stage(Size(rows: 24, columns: columns))
      stage.send(.player(.output(.unavailable("no sound server; retrying"))))
      let line = stage.frame.text(ofRow: stage.app.layout.bar?.row ?? 0)
      if line.contains("−1:37 ") { shown += 1 } else { #expect(!line.contains("−"), "\(line)") }
    }
    #expect((1..<81).contains(shown))
  }

  @Test("the next cue and the time until then show, also where the seek line is zoomed")
  func nextCue() {
    var stage = stage()
    #expect(stage.text.contains("Breakdown in 1:07"))
    stage.press("Z", "Z", "Z")
    #expect(stage.text.contains("Breakdown in 1:07"))
  }
}

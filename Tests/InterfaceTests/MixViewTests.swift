import Music
import Screen
import Testing

@testable import Interface

@Suite("The slots of the mix pane")
struct MixViewTests {
  private static func stage(_ board: MixBoard = Mixes.board, playing: Int64? = nil) -> Stage {
    var stage = Stage(
      tracks: playing.map { id in
        [Samples.track(id, "Deep Harbour", nil, nil, nil, nil, bpm: 127, key: "10A", seconds: 353)]
      } ?? [])
    stage.send(.playlists(.mixBoardLoaded(board)))
    if playing != nil, let id = stage.playSelected() {
      stage.send(.player(.state(.playing(id, stage.clock()))))
    }
    stage.app.focus = .library
    return stage
  }

  private static func frame(_ app: App, rows: Int, columns: Int) -> Frame {
    var frame = Frame(size: Size(rows: rows + 2, columns: columns + 2))
    frame.fill(frame.bounds, "·", ground: .base)
    MixView(app: app).draw(into: &frame, in: rect(rows, columns))
    return frame
  }

  private static func rect(_ rows: Int, _ columns: Int) -> Rect {
    Rect(row: 1, column: 1, rows: rows, columns: columns)
  }

  /// The text of a row with `█` for blank cells of a colour of their own.
  private static func text(_ frame: Frame, row: Int) -> String {
    frame.line(row).map { $0.text == " " && $0.colors?.background != nil ? "█" : $0.text }.joined()
  }

  @Test("two rows of a slot: energy beside the name, and the strip beside count, time and tempos")
  func twoRows() {
    let frame = Self.frame(Self.stage(playing: 6).app, rows: 6, columns: 118)
    let rows = (1...6).map { Self.text(frame, row: $0) }
    for (row, text) in [
      "·  1  Warm-up for Friday   ▂",
      "·     10  53:51  118–126   █8B████▌█8A██████▌█7A██████▌█7A███▌█8A██████▌█▶8A█████▌█9A██████▌█9A████████≠█3B██▌█3A████▌ ·",
      "·  2  Peak hour            ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▅▾▅",
      "·      7  44:52  124–134   █9A███████▌█10A█████▌█11A████▌█11B██████≠█4B████████████▌█4A██▌█5A█████████▌",
      "·  3  Ausklang im Hafen,…  ▄",
      "·      4  22:35  100–116   █9B█████████▌█9A████≠█1B███▌█1A██████▌",
    ].enumerated() {
      #expect(rows[row].hasPrefix(text), "\(rows[row])")
    }
    #expect(!rows[0].contains("▾"))
  }

  @Test("three rows of a slot have a line of energy and its words; one row has no energy")
  func otherHeights() {
    let app = Self.stage().app
    let high = Self.frame(app, rows: 9, columns: 118)
    let text = (1...9).map { Self.text(high, row: $0) }
    #expect(text[2].contains("energy rises 2 → 6") && text[8].contains("energy falls 6 → 1"))
    #expect(text[1].contains("10  53:51  118–126") && text[2].contains("█8B████▌█8A"))
    let braille = text.prefix(2).joined().unicodeScalars.filter {
      (0x2801...0x28FF).contains($0.value)
    }
    #expect(braille.count >= 91)
    let low = Self.frame(app, rows: 3, columns: 80)
    for (row, ending) in [
      (1, "10 53:51  118–126 ·"), (2, "7 44:52  124–134 ·"),
      (3, "4 22:35  100–116 ·"),
    ] {
      #expect(Self.text(low, row: row).hasSuffix(ending), "\(Self.text(low, row: row))")
    }
    #expect(
      Self.text(low, row: 1).hasPrefix(
        "·  1  Warm-up for F… █8B▌█8A▌█7A█▌7A▌█8A▌█8A█▌█9A▌█9A██≠█▌█3A▌ 10"))
  }

  @Test("without colours strips are rails with the same labels and marks")
  func rails() {
    var stage = Self.stage(playing: 6)
    stage.app.hasColors = false
    let frame = Self.frame(stage.app, rows: 6, columns: 118)
    #expect(
      frame.text(ofRow: 2).hasSuffix(
        "8B━━━━━╸8A━━━━━━━╸7A━━━━━━━╸7A━━━━╸8A━━━━━━━╸▶8A━━━━━━╸9A━━━━━━━╸9A━━━━━━━━━≠3B━━━╸3A━━━━━╸ ·"
      ))
    #expect(
      frame.text(ofRow: 6).contains("9B━━━━━━━━━━╸9A━━━━━≠1B━━━━╸1A━━━━━━━╸"))
    let label = frame.line(2).first { $0.text == "8" && $0.colors != nil }
    #expect(label?.colors?.attributes == .bold)
  }

  @Test("a block has its key's colour with ink on it; an unknown key is neutral")
  func colors() throws {
    let key = try #require(MusicalKey("8A"))
    var board = MixBoard(playlists: [.one: Samples.playlist(1, "One")])
    board.timelines[.one] = Mixes.timeline([
      (300, "8A", nil), (300, nil, nil), (0, "3A", nil), (300, "9A", nil),
    ])
    let frame = Self.frame(Self.stage(board).app, rows: 3, columns: 100)
    let row = Array(frame.line(1))
    let label = try #require(row.first { $0.text == "8" && $0.colors != nil })
    #expect(label.colors == key.blockColors && label.colors?.foreground == WheelColor.ink)
    let edge = try #require(row.first { $0.text == "▌" })
    #expect(edge.colors?.foreground == key.blockColors.background && edge.colors?.background == nil)
    let neutral = row.filter { $0.ground == .field }
    #expect(neutral.count > 10 && neutral.allSatisfy { $0.colors == nil })
    #expect(neutral.contains { $0.text == "—" && $0.face == .slot1 })
    #expect(row.contains { $0.text == "×" && $0.face == .missing })
  }

  @Test("marks of clashes go with the setting for lists; a jump of the tempo has its own")
  func marks() {
    var board = MixBoard(playlists: [.one: Samples.playlist(1, "One")])
    let tempos = [120.0, 140, 140]
    board.timelines[.one] = Mixes.timeline(
      [(300, "8A", nil), (300, "8A", nil), (300, "2B", nil)]) { tempos[$0] }
    var stage = Self.stage(board)
    func marks() -> [String] {
      Self.frame(stage.app, rows: 3, columns: 100).cells.filter { $0.face == .warning }.map(\.text)
    }
    #expect(marks() == ["!", "≠"])
    stage.app.showsClashes = false
    #expect(marks().isEmpty)
  }

  @Test("the best place of the track that plays shows above the join, unless it is in the mix")
  func places() throws {
    let app = Self.stage(playing: 6).app
    #expect(app.mixSlots.places[.one] == nil && app.mixSlots.places[.two] == 2)
    let frame = Self.frame(app, rows: 6, columns: 118)
    #expect(frame.cells.count { $0.text == "▾" } == 1)
    var stage = Self.stage(playing: 900)
    #expect(stage.app.mixSlots.places[.one] != nil)
    stage.send(.playlists(.mixBoardLoaded(MixBoard())))
    #expect(stage.app.mixSlots.places.isEmpty)
  }

  @Test("every size draws within its rectangle, and numbers stay whole")
  func sizes() {
    var empty = MixBoard(playlists: [.one: Samples.playlist(1, "夜の港 and much more", 1_234)])
    empty.playlists[.three] = Mixes.board[.three]
    empty.timelines[.three] = Mixes.timeline([(0, nil, nil)])
    for board in [Mixes.board, MixBoard(), empty] {
      let app = Self.stage(board, playing: 6).app
      for rows in 0...13 {
        for columns in [1, 2, 3, 7, 12, 19, 28, 29, 40, 45, 46, 58, 60, 74, 79, 80, 118, 198] {
          let frame = Self.frame(app, rows: rows, columns: columns)
          for row in 0..<frame.size.rows {
            #expect(TextWidth.columns(of: frame.text(ofRow: row)) == columns + 2)
          }
          let outside = (0..<frame.size.rows).flatMap { row in
            (0..<frame.size.columns).map { Position(row: row, column: $0) }
          }.filter { !Self.rect(rows, columns).contains($0) }
          #expect(outside.allSatisfy { frame[$0.row, $0.column].text == "·" })
          if board == Mixes.board, columns >= 60, rows >= 3 {
            let text = (1...rows).map { Self.text(frame, row: $0) }.joined(separator: "\n")
            #expect(["53:51", "44:52", "22:35"].allSatisfy(text.contains), "\(text)")
          }
        }
      }
    }
  }

  @Test("a click on any row of a slot is on that slot, and beside the slots on none")
  func clicks() {
    for (rows, height) in [(3, 1), (4, 1), (5, 1), (6, 2), (8, 2), (9, 3), (18, 3)] {
      let rect = Self.rect(rows, 60)
      let slots = (0..<rows + 2).map {
        MixView.slot(at: Position(row: $0, column: 30), in: rect)
      }
      let expected = MixSlot.allCases.flatMap { Array(repeating: $0 as MixSlot?, count: height) }
      #expect(Array(slots[1..<1 + 3 * height]) == expected)
      #expect(slots[0] == nil && slots[(1 + 3 * height)...].allSatisfy { $0 == nil })
      #expect(MixView.slot(at: Position(row: 1, column: 61), in: rect) == nil)
    }
    let line = Self.rect(1, 60)
    #expect(
      [1, 21, 41].map { MixView.slot(at: Position(row: 1, column: $0), in: line) }
        == MixSlot.allCases)
  }

  @Test("the ruler's labels stand above the strips")
  func ruler() throws {
    let app = Self.stage().app
    let view = MixView(app: app)
    let labels = try #require(view.ruler(above: Self.rect(6, 118)))
    #expect(labels.map(\.text) == (1...10).map { "\($0 * 5):00" })
    // The strip begins behind the label of 25 columns and one column of air.
    #expect(labels[1].column == 26 + 17)
    #expect(
      MixView(app: Self.stage(MixBoard()).app).ruler(above: Self.rect(6, 118))
        == nil)
  }

  @Test("one line has three short strips of a scale each, names where it is narrow")
  func line() {
    let app = Self.stage().app
    let frame = Self.frame(app, rows: 1, columns: 60)
    let text = Self.text(frame, row: 1)
    #expect(text.hasPrefix("·  1  ") && text.contains(" 2  ") && !text.contains("Warm"))
    let colored = frame.cells.count { $0.colors != nil }
    #expect(colored >= 3 * 13)
    #expect(Self.text(Self.frame(app, rows: 1, columns: 80), row: 1).contains("Warm-"))
    #expect(Self.text(Self.frame(app, rows: 1, columns: 30), row: 1).contains("1 Wa…"))
  }

  @Test("a slot flashes after an addition, and is highlighted under the cursor")
  func highlights() {
    var stage = Self.stage()
    stage.send(
      .playlists(.tracksAdded(Addition(playlist: "Peak", added: 1, alreadyThere: 0), slot: .two)))
    let frame = Self.frame(stage.app, rows: 6, columns: 118)
    #expect((1...6).map { frame[$0, 5].ground } == [.base, .base, .marked, .marked, .base, .base])
    stage.app.focus = .mix
    let focused = Self.frame(stage.app, rows: 9, columns: 118)
    #expect(
      (1...9).map { focused[$0, 5].ground == .selected }
        == [true, true, true, false, false, false, false, false, false])
  }

  @Test("the block of a new entry is reversed as long as the slot flashes, and its badge")
  func flashes() throws {
    var board = Mixes.board
    board.timelines[.two] = Mixes.timeline(Array(Mixes.peak.dropLast()), from: 101)
    var stage = Self.stage(board)
    let addition = Addition(playlist: "Peak", added: 1, alreadyThere: 0)
    stage.send(.playlists(.tracksAdded(addition, slot: .two)))
    func reversed(_ app: App) -> [Int: Int] {
      let frame = Self.frame(app, rows: 6, columns: 118)
      var counts: [Int: Int] = [:]
      for row in 1...6 {
        let cells = frame.line(row).filter { $0.colors?.attributes.contains(.reverse) == true }
        if !cells.isEmpty { counts[row] = cells.count }
      }
      return counts
    }
    #expect(reversed(stage.app) == [3: 3])
    stage.send(.playlists(.mixBoardLoaded(Mixes.board)))
    #expect(reversed(stage.app)[3] == 3)
    #expect(try #require(reversed(stage.app)[4]) > 5)
    #expect(stage.app.timeToNextTick.map { $0 <= .milliseconds(400) } == true)
    stage.wait(.milliseconds(400))
    #expect(reversed(stage.app).isEmpty)
    stage.run("motion off")
    stage.send(.playlists(.tracksAdded(addition, slot: .two)))
    #expect(reversed(stage.app).isEmpty && stage.app.kept(.screenMotion) == .flag(false))
    stage.begin(with: SettingsFile())
    #expect(stage.app.hasMotion)
  }
}

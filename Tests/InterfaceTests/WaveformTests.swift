import Interface
import Music
import Screen
import Testing

@Suite("The waveform of what plays")
struct WaveformTests {
  private static let column = WaveformColumn(
    low: -100, high: 100, rms: 120, bass: 200, middle: 90, treble: 30)

  /// The first track plays; its file is as long as the player says, 180 s.
  private func stage(
    _ waveform: Waveform? = Waveform(
      columns: Array(repeating: WaveformTests.column, count: 180 * 150)),
    rows: Int = 40, columns: Int = 120, at seconds: Int = 60
  ) -> Stage {
    var stage = Stage(rows: rows, columns: columns)
    stage.waveforms[TrackID(1)] = waveform.flatMap { WaveformLevels($0) }
    stage.app.focus = .library
    if let id = stage.playSelected() {
      stage.send(.player(.state(.playing(id, stage.clock(.seconds(seconds))))))
    }
    stage.app.focus = .nowPlaying
    _ = stage.receive()
    return stage
  }

  private static let heard: Set<Face> = [.waveBass, .waveMiddle, .waveTreble]
  private static let rest: Set<Face> = [.restBass, .restMiddle, .restTreble]

  private func seeks(_ stage: inout Stage) -> [Duration] {
    stage.receive().compactMap {
      if case .player(.seek(let position)) = $0 { position } else { nil }
    }
  }

  private func cells(_ frame: Frame, _ faces: Set<Face>) -> [Position] {
    (0..<frame.size.rows).flatMap { row in
      (0..<frame.size.columns).filter { faces.contains(frame[row, $0].face) }
        .map { Position(row: row, column: $0) }
    }
  }

  @Test("it shows where the plain bar was, in several lines, and the bar is back without it")
  func shows() {
    let frame = stage().frame
    let ahead = cells(frame, Self.rest)
    #expect(Set(ahead.map(\.row)).count >= 3)
    #expect(!cells(frame, Self.heard).isEmpty)
    #expect(cells(frame, [.progressRest]).isEmpty)
    let plain = stage(nil).frame
    #expect(cells(plain, Self.rest.union(Self.heard)).isEmpty)
    #expect(!cells(plain, [.progressRest]).isEmpty)
    // The rows above and below the waveform do not move.
    let (names, before) = (stage().text, stage(nil).text)
    for text in ["FLAC · 44.1 kHz", "1:00 "] {
      let rows = [names, before].map { all in
        all.split(separator: "\n").firstIndex { $0.contains(text) }
      }
      #expect(rows[0] == rows[1])
    }
  }

  @Test("a third of it is heard after a third of the time")
  func playhead() {
    let frame = stage(at: 60).frame
    let (heard, ahead) = (cells(frame, Self.heard), cells(frame, Self.rest))
    let bar = Set(heard.map(\.column)).count + Set(ahead.map(\.column)).count + 1
    #expect(heard.allSatisfy { one in ahead.allSatisfy { one.column < $0.column } })
    #expect(abs(Set(heard.map(\.column)).count - bar / 3) <= 1)
    let head = (heard.map(\.column).max() ?? 0) + 1
    for row in Set(ahead.map(\.row)) { #expect(frame[row, head].text == "┃") }
  }

  @Test("it is asked for once a track, also of what comes next, and again when more is known")
  func asked() {
    var stage = Stage()
    func asked(_ id: Int64) -> Int {
      stage.loads.filter { $0 == .load(.analysis(TrackID(id))) }.count
    }
    for id in [1, 2] as [Int64] {
      stage.waveforms[TrackID(id)] = WaveformLevels(Waveform(columns: [Self.column]))
    }
    _ = stage.playSelected()
    #expect(asked(1) == 1 && asked(2) == 1)
    stage.send(.library(.changed))
    #expect(asked(1) == 1)
    stage.library[0].findings.loudness = -9
    stage.send(.library(.changed))
    #expect(asked(1) == 2)
    // An answer about a track that is neither current nor next changes nothing.
    let before = stage.app
    stage.send(
      .track(.analysisLoaded(TrackID(5), nil, WaveformLevels(Waveform(columns: [Self.column])))))
    #expect(stage.app == before)
  }

  @Test("a track without a waveform is asked about again when the library has changed")
  func awaited() {
    var stage = stage(nil)
    let before = stage.loads.count
    stage.waveforms[TrackID(1)] = WaveformLevels(Waveform(columns: [Self.column]))
    stage.send(.library(.changed))
    #expect(stage.loads[before...].contains(.load(.analysis(TrackID(1)))))
    #expect(!cells(stage.frame, Self.heard).isEmpty)
  }

  @Test("drawing never leaves its area, whatever the waveform, the width and the style")
  func area() {
    let loud = WaveformColumn(low: 127, high: 127, rms: 255, bass: 255, middle: 255, treble: 255)
    let hostile = [
      Waveform(columns: [loud]), Waveform(columns: Array(repeating: loud, count: 5000)),
      Waveform(
        rate: 0.01,
        columns: [
          WaveformColumn(low: -128, high: -128, rms: 0, bass: 0, middle: 0, treble: 0), loud,
        ]),
      Waveform(columns: Array(repeating: Self.column, count: 180 * 150)),
      Waveform(rate: 99_999, columns: [loud, loud, loud]),
    ]
    // Every style, height and waveform meets every other within thirty widths.
    for columns in stride(from: 30, through: 300, by: 7) {
      let style = columns.isMultiple(of: 2) ? "blocks" : "ascii"
      var stage = stage(nil, rows: columns % 3 == 0 ? 10 : 26, columns: columns)
      stage.press(":")
      stage.type("waveform \(style)")
      stage.press("Enter")
      stage.app.messages.clear()
      let plain = stage.frame
      let waveform = hostile[columns % hostile.count]
      stage.send(.track(.analysisLoaded(TrackID(1), nil, WaveformLevels(waveform))))
      let frame = stage.frame
      let bar = cells(plain, [.progress, .progressRest])
      let (left, right) = (bar.map(\.column).min() ?? 0, bar.map(\.column).max() ?? 0)
      let middle = bar.first?.row ?? 0
      for row in 0..<frame.size.rows where frame.line(row) != plain.line(row) {
        #expect(abs(row - middle) <= 3)
        for column in 0..<columns where frame[row, column] != plain[row, column] {
          #expect((left...right).contains(column), "\(columns) columns")
        }
        #expect(TextWidth.columns(of: frame.text(ofRow: row)) == columns)
      }
    }
  }

  @Test("an empty waveform, or one without a rate, is none")
  func empty() {
    #expect(WaveformLevels(Waveform(columns: [])) == nil)
    for rate in [0, -1, .nan, .infinity, 1e9] {
      #expect(WaveformLevels(Waveform(rate: rate, columns: [Self.column])) == nil)
    }
  }

  @Test(
    "each column of the bar is the place that a click on it seeks to", arguments: [80, 120, 201])
  func mouse(columns: Int) throws {
    var stage = stage(rows: 40, columns: columns, at: 0)
    let cells = cells(stage.frame, Self.rest.union([.accent]))
    let rows = Set(self.cells(stage.frame, Self.rest).map(\.row)).sorted()
    let row = try #require(rows.last)
    let bar = cells.filter { $0.row == row }.map(\.column).sorted()
    let (first, last) = (try #require(bar.first), try #require(bar.last))
    for column in first...last {
      for row in rows where (column + row).isMultiple(of: 3) || column == first || column == last {
        stage.app.now = stage.app.now.advanced(by: .seconds(1))
        stage.send(.input(.mouse(Mouse(.press, at: Position(row: row, column: column)))))
        let position = Duration.seconds(180) * (Double(column - first) / Double(last - first))
        #expect(seeks(&stage) == [position], "column \(column)")
      }
    }
    // Dragging seeks on.
    stage.app.now = stage.app.now.advanced(by: .seconds(1))
    stage.send(.input(.mouse(Mouse(.drag, at: Position(row: row, column: last)))))
    #expect(seeks(&stage) == [.seconds(180)])
  }

  @Test("loud and quiet parts, and bass and treble, are told apart")
  func bands() {
    let bass = WaveformColumn(low: -90, high: 90, rms: 100, bass: 220, middle: 20, treble: 5)
    let treble = WaveformColumn(low: -20, high: 20, rms: 20, bass: 2, middle: 10, treble: 60)
    let half = 90 * 150
    let stage = stage(
      Waveform(
        columns: Array(repeating: bass, count: half) + Array(repeating: treble, count: half)),
      at: 0)
    let frame = stage.frame
    let low = cells(frame, [.restBass])
    let high = cells(frame, [.restTreble])
    #expect(!low.isEmpty && !high.isEmpty)
    #expect((low.map(\.column).max() ?? .max) <= (high.map(\.column).min() ?? 0))
    // The quiet half stands lower.
    let all = cells(frame, Self.rest)
    func top(_ column: Int?) -> Int { all.filter { $0.column == column }.map(\.row).min() ?? 0 }
    #expect(top(low.map(\.column).min()) < top(high.map(\.column).max()))
  }

  @Test("Z shows less and less of the track around what is heard, with its beats")
  func zoom() {
    var stage = stage(at: 60)
    stage.analyses[TrackID(1)] = Crate.analysis
    stage.library[0].findings = Crate.findings
    stage.send(.library(.changed))
    #expect(!stage.text.contains("╷"))
    stage.press("Z")
    #expect(stage.app.waveforms.zoom == .seconds(30))
    #expect(!stage.text.contains("╷"))
    stage.press("Z", "Z")
    #expect(stage.text.contains("╷"))
    // One tick for each step by a column, no more.
    let tick = stage.app.timeToNextTick ?? .zero
    #expect(tick <= .milliseconds(500) && tick >= .milliseconds(1))
    stage.press("Z")
    #expect(stage.app.waveforms.zoom == nil)
    stage.press(":")
    stage.type("zoom 20")
    stage.press("Enter")
    #expect(stage.app.waveforms.zoom == .seconds(20))
  }

  @Test("in a close view a click goes to the place that is drawn there")
  func zoomedMouse() throws {
    var stage = stage(at: 60)
    stage.press("Z", "Z")
    let rows = Set(cells(stage.frame, Self.rest).map(\.row)).sorted()
    let row = try #require(rows.last)
    let bar = cells(stage.frame, Self.rest.union(Self.heard).union([.accent]))
      .filter { $0.row == row }.map(\.column).sorted()
    let (first, last) = (try #require(bar.first), try #require(bar.last))
    stage.send(.input(.mouse(Mouse(.press, at: Position(row: row, column: first)))))
    #expect(seeks(&stage) == [.seconds(52)])
    stage.app.now = stage.app.now.advanced(by: .seconds(1))
    // The view has moved with the position; it ends 8 s behind it.
    let id = try #require(stage.app.player.item)
    stage.send(.player(.state(.playing(id, stage.clock(.seconds(60))))))
    stage.send(.input(.mouse(Mouse(.press, at: Position(row: row, column: last)))))
    #expect(seeks(&stage) == [.seconds(68)])
  }

  @Test("nothing ticks for a waveform while it is paused")
  func paused() {
    var stage = stage()
    stage.press("Z")
    if let id = stage.app.player.item {
      stage.send(.player(.state(.paused(id, stage.clock(.seconds(60), isAdvancing: false)))))
    }
    stage.wait(.seconds(10))
    stage.wait(.seconds(10))
    #expect(stage.app.timeToNextTick == nil)
  }

  @Test("a terminal that lacks the blocks gets plain characters")
  func fitting() {
    #expect(WaveformStyle.fitting(["TERM": "xterm-256color"]) == .blocks)
    #expect(WaveformStyle.fitting(["TERM": "xterm", "LANG": "C"]) == .blocks)
    #expect(WaveformStyle.fitting(["TERM": "linux", "LANG": "de_DE.UTF-8"]) == .ascii)
    #expect(WaveformStyle.fitting(["TERM": "xterm", "LANG": "de_DE.ISO-8859-1"]) == .ascii)
    #expect(WaveformStyle.fitting(["LC_ALL": "en_US.utf8", "LANG": "ru_RU.KOI8-R"]) == .blocks)
  }

  @Test("such a terminal gets letters for reactions")
  func reactions() {
    var tracks = Samples.tracks
    for (index, reaction) in [Reaction.listened, .liked, .loved].enumerated() {
      tracks[index].reaction = reaction
    }
    var stage = Stage(rows: 40, columns: 150, tracks: tracks)
    #expect("☊✶♥".allSatisfy { stage.text.contains($0) })
    let signs = stage.text
    stage.app.fitWaveforms(to: ["TERM": "linux", "LANG": "C.UTF-8"])
    #expect(stage.text != signs && !"☊✶♥".contains { stage.text.contains($0) })
    let letters = zip(signs, stage.text).filter { $0 != $1 }.map { String($1) }
    #expect(Set(letters).isSuperset(of: ["h", "l", "L"]))
  }

  @Test("it can be drawn with plain characters or not at all, and that is kept")
  func styles() {
    var stage = stage()
    func choose(_ style: String) {
      stage.press(":")
      stage.type("waveform \(style)")
      stage.press("Enter")
    }
    choose("ascii")
    let frame = stage.frame
    let shown = cells(frame, Self.rest).map { frame[$0.row, $0.column].text }
    #expect(!shown.isEmpty && shown.allSatisfy { $0.utf8.count == 1 })
    #expect(stage.app.kept(.screenWaveform) == .text("ascii"))
    choose("off")
    #expect(cells(stage.frame, Self.rest).isEmpty)
    var next = Stage()
    next.begin(with: stage.app.keptSettings)
    #expect(next.app.waveformStyle == .off)
  }
}

import Music
import Screen
import Testing

@testable import Interface

/// The lyrics of what plays.
@Suite("Lyrics of what plays")
struct LyricsTests {
  private static let text = """
    [00:10.00]First light on the water
    [00:20.00]Second wave
    [00:30.00]<00:30.00>Third <00:32.00>by <00:34.00>word
    [00:40.00]
    [00:50.00]A line so long that no pane of this screen has the room for all of its many words at once
    [00:50.00]Eine Zeile zugleich
    [01:00.00]The last one
    """

  private func stage(
    _ text: String? = LyricsTests.text, at seconds: Int = 21,
    size: Size = Size(rows: 40, columns: 120)
  ) -> Stage {
    var stage = Stage(rows: size.rows, columns: size.columns)
    if let lyrics = text.flatMap({ Lyrics(bytes: Array($0.utf8)) }) {
      stage.lyrics[TrackID(1)] = TrackLyrics(lyrics, from: .embedded)
    }
    stage.app.focus = .library
    if let id = stage.playSelected() {
      stage.send(.player(.state(.playing(id, stage.clock(.seconds(seconds))))))
    }
    stage.press("\"")
    _ = stage.receive()
    return stage
  }

  /// The faces of a text where it stands on the screen.
  private func faces(of text: String, _ stage: Stage) -> [Face] {
    let frame = stage.frame
    for row in 0..<frame.size.rows {
      guard frame.text(ofRow: row).contains(text) else { continue }
      let cells = (0..<frame.size.columns).map { frame[row, $0] }
      let line = cells.map(\.text).joined()
      guard let found = line.firstRange(of: text) else { continue }
      let start = TextWidth.columns(of: String(line[..<found.lowerBound]))
      return cells[start..<start + text.count].map(\.face)
    }
    return []
  }

  @Test("a high pane shows them below the track, where they follow, and lines can be clicked")
  func belowTrack() throws {
    var stage = stage(size: Size(rows: 60, columns: 200))
    stage.press("\"")
    stage.press("[")
    #expect(!stage.app.showsLyrics)
    let area = try #require(stage.app.lyricsBelowTrack)
    #expect(faces(of: "Second wave", stage).allSatisfy { $0 == .title })
    #expect(stage.app.lyricsDue == .seconds(9) + .milliseconds(2))
    let frame = stage.frame
    let row = try #require(
      (area.row..<area.bottom).first { frame.text(ofRow: $0).contains("The last one") })
    let press = Mouse(.press, at: Position(row: row, column: area.column + area.columns / 2))
    stage.send(.input(.mouse(press)))
    #expect(stage.receive().contains(.player(.seek(.seconds(60)))))
    // Without lyrics, and with a lower pane, the track has the room for itself.
    #expect(self.stage(nil, size: Size(rows: 60, columns: 200)).app.lyricsBelowTrack == nil)
    stage.send(.resized(Size(rows: 40, columns: 120)))
    #expect(stage.app.lyricsBelowTrack == nil && stage.app.lyricsDue == nil)
  }

  @Test(
    "the heard line is lit, those around it are bright, and the next one is due when it is heard")
  func heard() {
    var stage = stage()
    #expect(stage.app.focus == .nowPlaying)
    #expect(faces(of: "Second wave", stage).allSatisfy { $0 == .title })
    #expect(faces(of: "First light on the water", stage).allSatisfy { $0 == .text })
    #expect(faces(of: "The last one", stage).first == .dimmed)
    #expect(stage.app.lyricsDue == .seconds(9) + .milliseconds(2))
    stage.wait(.seconds(9) + .milliseconds(3))
    #expect(faces(of: "Third", stage).allSatisfy { $0 == .accent })
    #expect(faces(of: "word", stage).allSatisfy { $0 == .title })
    #expect(stage.app.lyricsDue.map { $0 < .seconds(2.1) } == true)
    // Nothing is due where nothing shows.
    stage.press("]")
    #expect(stage.app.lyricsDue == nil && !stage.text.contains("Third by word"))
  }

  @Test("a long line is broken, and lines of one time are lit together")
  func long() {
    let stage = stage(at: 51)
    for part in ["A line so long that", "words at once", "Eine Zeile zugleich"] {
      #expect(faces(of: part, stage).first == .title, "\(part)")
    }
    for columns in 1...60 {
      let text = "A line so long 東京ドリフト thatnopanehasroom"
      let rows = LyricsView.wrapped(text, columns: columns)
      #expect(rows.allSatisfy { TextWidth.columns(of: String($0)) <= max(2, columns) })
      #expect(rows.joined().filter { $0 != " " } == text.filter { $0 != " " })
    }
    #expect(LyricsView.wrapped("", columns: 9) == [""])
  }

  @Test("Enter seeks to the chosen line, a click to the one under it, and both are followed again")
  func seeking() throws {
    var stage = stage()
    stage.press("Down", "Enter")
    #expect(stage.receive() == [.player(.seek(.seconds(30)))])
    #expect(stage.app.lyrics.line(of: TrackID(1)) == nil)
    let rows = stage.text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(rows.firstIndex { $0.contains("The last one") })
    stage.wait(.seconds(1))
    _ = stage.receive()
    stage.send(.input(.mouse(Mouse(.press, at: Position(row: row, column: 95)))))
    #expect(stage.receive() == [.player(.seek(.seconds(60)))])
    stage.press("Enter")
    #expect(stage.receive().isEmpty && stage.app.message?.text.hasSuffix("chooses a line") == true)
  }

  @Test("a file that became shorter takes the chosen line away")
  func shorter() {
    for text in [Self.text, (1...200).map { "Verse \($0)" }.joined(separator: "\n")] {
      var stage = stage(text)
      stage.press("G")
      let lyrics = Lyrics(lines: [Lyrics.Line(start: .zero, text: "Only this")])
      stage.send(.track(.lyricsLoaded(TrackID(1), TrackLyrics(lyrics, from: .embedded))))
      stage.press("Enter", "j", "Enter")
      #expect(stage.text.contains("Only this"))
      stage.send(.track(.lyricsLoaded(TrackID(1), nil)))
      stage.press("j", "Enter")
      #expect(stage.text.contains("No lyrics"))
    }
  }

  @Test("a drag over lyrics and the second press of a double click seek nowhere")
  func drags() {
    var stage = stage()
    stage.press("Down")
    for (action, wait) in [(Mouse.Action.press, 1.0), (.press, 0.1), (.drag, 1)] {
      stage.wait(.seconds(wait))
      _ = stage.receive()
      stage.send(.input(.mouse(Mouse(action, at: Position(row: 5, column: 95)))))
      let seeks = stage.receive().count { if case .player(.seek) = $0 { true } else { false } }
      #expect(seeks == (action == .press && wait == 1 ? 1 : 0))
      #expect(stage.app.lyrics.line(of: TrackID(1)) == nil)
    }
  }

  @Test("a chosen line stays for a while, and then the heard one is followed")
  func following() {
    var stage = stage()
    stage.press("G")
    #expect(stage.app.lyrics.line(of: TrackID(1)) == 6)
    stage.press("g")
    #expect(stage.app.lyrics.line(of: TrackID(1)) == 0)
    stage.wait(.seconds(9))
    #expect(stage.app.lyrics.line(of: TrackID(1)) == nil)
    #expect(faces(of: "word", stage).first == .title)
  }

  @Test("lyrics without times stand from the top and are scrolled by hand")
  func unsynced() {
    let text = (1...200).map { "Verse \($0)" }.joined(separator: "\n")
    var stage = stage(text)
    #expect(stage.text.contains("Verse 1 ") && !stage.text.contains("Verse 100"))
    #expect(stage.app.lyricsDue == nil)
    stage.press("G")
    #expect(stage.text.contains("Verse 200"))
    stage.wait(.seconds(60))
    #expect(stage.text.contains("Verse 200"))
    stage.press("g", "Enter")
    #expect(stage.text.contains("Verse 1 "))
    #expect(!stage.receive().contains(.player(.pause)))
  }

  @Test("a track without lyrics says so, at every size, and nothing leaves the pane")
  func sizes() {
    for rows in [6, 10, 14, 24, 40, 60] {
      for columns in [30, 40, 46, 80, 100, 120, 220] {
        let size = Size(rows: rows, columns: columns)
        #expect(stage(nil, size: size).text.contains("No lyrics"), "\(size)")
        let frame = stage(at: 55, size: size).frame
        #expect((0..<rows).contains { frame.text(ofRow: $0).contains("A line so") }, "\(size)")
        for row in 0..<rows { #expect(TextWidth.columns(of: frame.text(ofRow: row)) == columns) }
      }
    }
  }

  @Test("no line begins with its second half at the top, unless it is alone above the heard one")
  func wholeLines() {
    for at in [0, 10, 30, 55] {
      let app = stage(at: at).app
      for rows in 2...24 {
        for columns in 8...40 {
          let size = Rect(row: 0, column: 0, rows: rows, columns: columns)
          let shown = LyricsView.rows(app, size: size, keepsPlace: true)
          let above = shown.prefix(rows * 45 / 100).compactMap(\.self)
          guard let first = above.first, above.contains(where: { $0.line != first.line }) else {
            continue
          }
          #expect(first.text.startIndex == first.text.base.startIndex, "\(rows) × \(columns)")
        }
      }
    }
  }

  @Test("they are loaded once for a file, with the track that is next, and again on demand")
  func loading() {
    var stage = Stage()
    func loads(_ id: Int64) -> Int {
      stage.loads.filter { $0 == .load(.lyrics(TrackID(id))) }.count
    }
    _ = stage.playSelected()
    #expect(loads(1) == 1 && loads(2) == 1)
    stage.send(.library(.changed))
    #expect(loads(1) == 1)
    stage.press("\"")
    #expect(loads(1) == 2)
    // An answer about a track that is neither current nor next changes nothing.
    let before = stage.app
    stage.send(.track(.lyricsLoaded(TrackID(5), TrackLyrics(Lyrics(lines: []), from: .embedded))))
    #expect(stage.app == before)
  }

  @Test("the tab stays for the next start")
  func session() {
    let stage = stage()
    var next = Stage()
    next.send(.session(.restored(stage.app.session, PlayQueue())))
    #expect(next.app.showsLyrics)
  }

  @Test(
    "a million lines, times backwards and control bytes leave no control character on the screen")
  func hostile() {
    var random = SeededGenerator(seed: 20_26)
    let pieces = [
      "\u{1B}]0;PWNED\u{7}", "\u{1B}[6n", "\u{9B}5n", "\u{0}", "\u{8}\u{8}", "\u{202E}", "\r", "\t",
      "<00:99>", "[00:01]", "[99:99:99.9]", "[offset:-86400000]", "é\u{301}\u{301}", "👨\u{200D}👩",
    ]
    let backwards = (0..<3_000).map { "[\(50 - $0 / 60):\(59 - $0 % 60)]\u{1B}[2Jline \($0)\u{7}" }
    var texts = [
      "[00:01]first" + String(repeating: "\n", count: 1_000_000) + "[00:31]last",
      String(repeating: "[00:01]", count: 140_000) + "a", backwards.joined(separator: "\n"),
    ]
    for _ in 0..<30 {
      texts.append(
        (0..<40).map { _ in
          let parts = (0..<4).map { _ in pieces.randomElement(using: &random) ?? "" }
          return "[00:\(Int.random(in: 10...50, using: &random))]" + parts.joined(separator: "w")
        }.joined(separator: "\n"))
    }
    for (index, text) in texts.enumerated() {
      let stage = stage(text, at: 30)
      #expect(index > 2 || stage.app.playingLyrics != nil)
      let scalars = stage.frame.cells.lazy.flatMap(\.text.unicodeScalars)
      #expect(!scalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
      #expect(!scalars.contains { (0x202A...0x202E).contains($0.value) })
    }
  }
}

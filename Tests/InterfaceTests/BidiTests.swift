import Music
import Screen
import Testing

@testable import Interface

@Suite("Names from right to left")
struct BidiTests {
  private static func type(_ line: String, in stage: inout Stage) {
    stage.press(":")
    stage.type(line)
    stage.press("Enter")
  }

  @Test("whether they are kept apart is told, stored and restored")
  func chosen() {
    var stage = Stage()
    #expect(stage.app.bidi.current == .auto && stage.app.kept(.screenBidi) == nil)
    Self.type("bidi off", in: &stage)
    #expect(stage.app.bidi.current == .off && stage.app.kept(.screenBidi) == .text("off"))
    #expect(stage.text.contains("left to the terminal"))
    var other = Stage()
    other.begin(with: stage.app.keptSettings)
    #expect(other.app.bidi.current == .off)
    Self.type("bidi AUTO", in: &stage)
    #expect(stage.app.bidi.current == .auto && stage.app.kept(.screenBidi) == nil)
    Self.type("bidi left", in: &stage)
    #expect(stage.app.bidi.current == .auto && stage.text.contains("Usage: bidi WHEN"))
  }

  @Test("the option holds until another choice is made, and is not stored")
  func option() {
    var stage = Stage()
    Self.type("bidi off", in: &stage)
    stage.app.bidi.option = .on
    #expect(stage.app.bidi.current == .on && stage.app.kept(.screenBidi) == .text("off"))
    stage.begin(with: stage.app.keptSettings)
    #expect(stage.app.bidi.current == .on)
    Self.type("bidi auto", in: &stage)
    #expect(stage.app.bidi.current == .auto && stage.app.kept(.screenBidi) == nil)
  }

  @Test("the user's word wins, in the way that the terminal needs")
  func traits() {
    let plain = TerminalTraits(environment: ["TERM": "xterm-256color"], depth: .indexed)
    let mlterm = TerminalTraits(environment: ["MLTERM": "3.9.0"], depth: .indexed)
    #expect(BidiChoice.auto.choice(for: plain) == plain.separation)
    #expect(BidiChoice.on.choice(for: plain) == .init(way: .isolates, reason: "by :bidi on"))
    #expect(BidiChoice.on.choice(for: mlterm).way == .lines)
    #expect(BidiChoice.off.choice(for: mlterm).way == .none)
  }

  /// The parts of a frame that terminals keep apart.
  private static func isolates(_ frame: Frame) -> [String] {
    (0..<frame.size.rows).flatMap { row in
      let line = frame.line(row)
      let marks = BidiSeparation.isolates.marks(of: line)
      let text = zip(line, marks).map { cell, mark in
        if case .controls(let controls) = mark { cell.text + controls } else { cell.text }
      }.joined()
      return text.split(separator: "\u{2068}").dropFirst().map {
        String($0.prefix { $0 != "\u{2069}" })
      }
    }
  }

  @Test("a field is one text, with the cursor in it as without")
  func field() {
    var stage = Stage()
    stage.press("/")
    stage.type("שיר 1")
    #expect(Self.isolates(stage.frame).contains("שיר 1"))
    stage.press("Left", "Left", "Left")
    #expect(Self.isolates(stage.frame).contains("שיר 1"))
  }

  @Test("a line of lyrics stays one text while its words are lit")
  func lyrics() {
    var stage = Stage(rows: 40, columns: 120)
    let text = "[00:30.00]<00:30.00>שיר <00:32.00>על <00:34.00>מים"
    if let lyrics = Lyrics(bytes: Array(text.utf8)) {
      stage.lyrics[TrackID(1)] = TrackLyrics(lyrics, from: .embedded)
    }
    stage.app.focus = .library
    if let id = stage.playSelected() {
      stage.send(.player(.state(.playing(id, stage.clock(.seconds(33))))))
    }
    stage.press("\"")
    _ = stage.receive()
    #expect(Self.isolates(stage.frame).contains("שיר על מים"))
    #expect(
      stage.frame.cells.contains { $0.face == .accent && $0.text == "ל" }
        && stage.frame.cells.contains { $0.face == .title && $0.text == "מ" })
  }
}

import Screen
import Testing

@testable import Interface

@Suite("Canvas")
struct CanvasTests {
  /// A frame of dots with something drawn in it.
  private func drawn(
    rows: Int = 1, columns: Int = 8, in rect: Rect? = nil, _ body: (Canvas) -> Void
  ) -> [String] {
    var frame = Frame(size: Size(rows: rows, columns: columns))
    frame.fill(frame.bounds, "·", ground: .base)
    frame.draw(in: rect ?? frame.bounds, body)
    #expect(frame.size == Size(rows: rows, columns: columns))
    return (0..<rows).map { frame.text(ofRow: $0) }
  }

  @Test("a text that is too long is shortened at the edge of the canvas, not of the frame")
  func shortens() {
    let middle = Rect(row: 0, column: 1, rows: 1, columns: 4)
    #expect(drawn(in: middle) { $0.put("abcdef", .text) } == ["·abc…···"])
    #expect(drawn(in: middle) { $0.put("abcdef", .text, keep: .end) } == ["·…def···"])
    #expect(drawn(in: middle) { $0.put("abcdef", .text, keep: nil) } == ["·abcd···"])
    #expect(drawn(in: middle) { $0.put("abcdef", .text, at: 2) } == ["···a…···"])
    #expect(drawn(in: middle) { $0.put("abcdef", .text, at: 4) } == ["········"])
  }

  @Test("a wide character that has only one column left is left out")
  func wideCharacters() {
    let middle = Rect(row: 0, column: 1, rows: 1, columns: 3)
    #expect(drawn(in: middle) { $0.put("中文", .text) } == ["·中…····"])
    #expect(drawn(in: middle) { $0.put("中文", .text, keep: nil) } == ["·中·····"])
    #expect(drawn(in: middle) { $0.put("文", .text, align: .right) } == ["··文····"])
  }

  @Test("text stands at the left, in the middle or at the right")
  func alignment() {
    #expect(drawn { $0.put("ab", .text, align: .right) } == ["······ab"])
    #expect(drawn { $0.put("abc", .text, align: .center) } == ["··abc···"])
    #expect(drawn { $0.put("abcdefghi", .text, align: .right) } == ["abcdefg…"])
    #expect(drawn { $0.put("abcd", .text, at: 6, align: .right) } == ["······a…"])
  }

  @Test("what is written goes on behind it, and from the right before it")
  func writing() {
    let line = drawn(columns: 12) { canvas in
      var line = canvas
      line.write("ab", .text)
      line.write("cdef", .text, columns: 3)
      line.skip(1)
      line.writeRight("zyxw", .text, upTo: 2, gap: 1)
      line.put("123456", .text)
    }
    #expect(line == ["abcd…·12…·z…"])
  }

  @Test("nothing leaves a part of a canvas, however it is asked for")
  func parts() {
    let rect = Rect(row: 1, column: 1, rows: 2, columns: 4)
    let whole = ["······", "·####·", "·####·", "······"]
    let none = [String](repeating: "······", count: 4)
    func drawn(_ body: (Canvas) -> Void) -> [String] {
      self.drawn(rows: 4, columns: 6, in: rect, body)
    }
    #expect(drawn { $0.fill("#") } == whole)
    #expect(drawn { $0.inset(left: -3, right: -3).fill("#") } == whole)
    #expect(drawn { $0.part(Rect(row: 0, column: 0, rows: 9, columns: 9)).fill("#") } == whole)
    #expect(drawn { $0.line(-1).fill("#") } == none)
    #expect(drawn { $0.line(2).put("abc", .text) } == none)
    #expect(drawn { $0.inset(top: 1).line(1).put("abc", .text) } == none)
    #expect(drawn { $0.columns(from: 4, count: 1).fill("#") } == none)
    #expect(drawn { $0.inset(left: 9).put("abc", .text) } == none)
    #expect(
      drawn { $0.lastLine.columns(from: 3, count: 5).put("abc", .text) }
        == ["······", "······", "····…·", "······"])
    #expect(
      drawn { $0.put(lines: ["a", "b", "c"], .text) } == ["······", "·a····", "·b····", "······"])
  }

  @Test("parts keep the ground, and what a rectangle outside the frame has is not drawn")
  func grounds() {
    var frame = Frame(size: Size(rows: 1, columns: 6))
    frame.draw(in: Rect(row: 0, column: 3, rows: 5, columns: 9), ground: .overlay) { canvas in
      canvas.cell(column: 0).put("a", .text)
      canvas.inset(left: 1).filled(.field).put("bcd", .key)
    }
    #expect(frame.text(ofRow: 0) == "   ab…")
    #expect(frame.line(0).map(\.ground) == [.base, .base, .base, .overlay, .field, .field])
    frame.draw(in: frame.bounds) { $0.cell(column: 4).putOver("!", .accent) }
    #expect(frame.text(ofRow: 0) == "   a!…")
    #expect(frame[0, 4].ground == .field)
  }

  @Test("of hints as many show as leave room for the last one")
  func hints() {
    let hints = [("a", "one"), ("b", "two"), ("c", "three")].map {
      KeyHint(keys: [$0.0], text: $0.1)
    }
    let help = KeyHint(keys: ["?"], text: "help")
    #expect(drawn(columns: 14) { $0.put(hints, gap: 2) } == ["a·one··b·two··"])
    #expect(
      drawn(columns: 14) { $0.put(hints, gap: 2, last: help) } == ["a·one··?·help·"])
    #expect(drawn(columns: 5) { $0.put(hints, gap: 2, last: help) } == ["·····"])
  }

  @Test("each key of a hint is a button, one key with its text, until something is drawn over it")
  func buttons() {
    var frame = Frame(size: Size(rows: 2, columns: 18))
    frame.draw(in: frame.bounds) {
      $0.put([
        KeyHint(keys: ["Shift-Up", "Shift-Down"], text: "go"), KeyHint(keys: ["g g"], text: "x"),
      ])
    }
    #expect(frame.text(ofRow: 0) == "Shift-↑↓ go g g x ")
    func keys(_ column: Int, row: Int = 0) -> [Key] {
      frame.keys(at: Position(row: row, column: column))
    }
    #expect(keys(0) == [Key(.up, .shift)] && keys(6) == keys(0) && keys(7) == [Key(.down, .shift)])
    #expect(keys(9).isEmpty && keys(0, row: 1).isEmpty)
    #expect(keys(12) == [Key("g"), Key("g")] && keys(16) == keys(12) && keys(17).isEmpty)
    frame.draw(in: Rect(row: 0, column: 14, rows: 2, columns: 4)) { $0.fill() }
    #expect(keys(12).isEmpty && !keys(7).isEmpty)
  }
}

import Testing

@testable import Screen

@Suite("Texts from right to left")
struct BidiTests {
  /// A generator with the same numbers in every run.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  private static let (open, close, leftToRight) = ("\u{2068}", "\u{2069}", "\u{200E}")

  /// A row of one line on which texts were put at columns.
  private static func row(_ texts: (Int, String)..., columns: Int = 24) -> Frame {
    var frame = Frame(size: Size(rows: 1, columns: columns))
    for (column, text) in texts {
      frame.put(text, row: 0, column: column, face: .text, ground: .base)
    }
    return frame
  }

  /// A row as it is written.
  private static func written(
    _ frame: Frame, _ way: BidiSeparation = .isolates, columns: Int = .max
  ) -> String {
    let row = frame.line(0).prefix(columns)
    let marks = way.marks(of: row)
    return row.enumerated().map { column, cell in
      guard column < marks.count else { return cell.text }
      switch marks[column] {
      case .none: return cell.text
      case .controls(let controls): return cell.text + controls
      case .line: return "│"
      }
    }.joined()
  }

  @Test("letters and digits of scripts from right to left are told from all others")
  func letters() {
    for letter in "אתۈيڭ߀ࡀࢠﬠﷲﻼ𐤀𐡀𐴀𞤀𞸀٣" {
      #expect(
        TextWidth.Piece(cluster: Cluster(text: String(letter)), columns: 1).isRightToLeft,
        "\(letter)")
    }
    for letter in "aé1–…中한Ֆऄ★│█🎵𝄞" {
      #expect(
        !TextWidth.Piece(cluster: Cluster(text: String(letter)), columns: 1).isRightToLeft,
        "\(letter)")
    }
    #expect(!TextWidth.Piece(cluster: .none, columns: 1).isRightToLeft)
  }

  @Test("an isolate is around the text alone, without the blanks at its ends")
  func isolates() {
    let frame = Self.row((1, "שיר 1"), (8, "plain"), (15, " אלבום "))
    #expect(
      Self.written(frame) == " \u{2068}שיר 1\u{2069}  plain   \u{2068}אלבום\u{2069}   ")
    #expect(Self.written(frame, .none) == " שיר 1  plain   אלבום   ")
    #expect(Self.written(frame, .lines) == "│שיר 1│ plain  │אלבום│  ")
    #expect(BidiSeparation.isolates.marks(of: Self.row((0, "plain…中")).line(0)) == [])
  }

  @Test("signs and dashes in front of a name stay there, and those within it do not")
  func signs() {
    let frame = Self.row((0, " ‖ שיר"), (7, " — (אב) — ג"), columns: 19)
    #expect(
      Self.written(frame) == " ‖ \u{2068}שיר\u{2069}  — \u{2068}(אב) — ג\u{2069} ")
    #expect(Self.written(Self.row((1, "…ב ♥"), columns: 6)) == " \u{2068}…ב ♥\u{2069} ")
  }

  @Test("texts side by side have isolates of their own, and a cut one has its ellipsis in it")
  func neighbours() {
    let cut = TextWidth.truncated("שיר השירים", to: 5)
    #expect(
      Self.written(Self.row((1, "אב"), (3, "גד"), (8, cut), columns: 13))
        == " \u{2068}אב\u{2069}\u{2068}גד\u{2069}   \u{2068}שיר…\u{2069} ")
    // One that covers the middle of another leaves two texts.
    #expect(
      Self.written(Self.row((1, "אבגדהו"), (3, "זח"), columns: 8))
        == " \u{2068}אב\u{2069}\u{2068}זח\u{2069}\u{2068}הו\u{2069} ")
    #expect(
      Self.written(Self.row((1, "אבגדהו"), (3, "zh"), columns: 8), .lines) == "│אבzhהו│")
  }

  @Test("a text in the first column, which has no opening isolate, has a mark behind it")
  func firstColumn() {
    #expect(Self.written(Self.row((0, "אב"), columns: 4)) == "אב\u{200E}  ")
    #expect(Self.written(Self.row((0, " אב"), columns: 4)) == " \u{2068}אב\u{2069} ")
    var frame = Frame(size: Size(rows: 1, columns: 6))
    let image = TerminalImage(
      serial: 1, id: 0x80_0001, size: Size(rows: 1, columns: 2), imageProtocol: .kitty, bytes: [])
    frame.put(image, at: Position(row: 0, column: 0), ground: .base)
    frame.put("אב", row: 0, column: 2, face: .text, ground: .base)
    #expect(Self.written(frame).hasSuffix("אב\u{200E}  "))
  }

  @Test("wide characters carry the controls of their second halves")
  func wide() {
    #expect(
      Self.written(Self.row((0, "中"), (2, "א中"), columns: 6)) == "中\u{2068}א中\u{2069} ")
  }

  @Test("a text that is written in parts can be joined to one")
  func joined() {
    var frame = Self.row((1, "אב "), (4, "1"), (6, "גד"), columns: 10)
    frame.join(row: 0, from: 1, to: 10)
    #expect(Self.written(frame) == " \u{2068}אב 1 גד\u{2069}  ")
    var plain = Self.row((1, "ab"), columns: 10)
    let before = plain
    plain.join(row: 0, from: 1, to: 10)
    for (left, right) in [(3, 2), (-1, 4), (0, 11)] { plain.join(row: 0, from: left, to: right) }
    plain.join(row: 1, from: 0, to: 2)
    #expect(plain == before)
  }

  private static let parts = ["a", " ", "7", "…", "日", "é", "א", "ש\u{5B8}\u{5C1}", "ب", "٣", "🎵"]

  @Test("every row is balanced as written, whatever covers its texts, and wherever it is cut")
  func balanced() {
    var numbers = Numbers(state: 11)
    for round in 0..<4_000 {
      var frame = Frame(size: Size(rows: 1, columns: 16))
      // The number of the text in each cell; nil for none with such letters.
      var texts: [Int?] = Array(repeating: nil, count: 16)
      for number in 0..<Int.random(in: 1..<7, using: &numbers) {
        let column = Int.random(in: 0..<16, using: &numbers)
        let count = Int.random(in: 1..<9, using: &numbers)
        if Int.random(in: 0..<4, using: &numbers) == 0 {
          frame.fill(Rect(row: 0, column: column, rows: 1, columns: count), ground: .overlay)
          for at in column..<min(16, column + count) { texts[at] = nil }
          continue
        }
        let text = (0..<count).map { _ in Self.parts.randomElement(using: &numbers) ?? "" }
          .joined()
        let limit = Int.random(in: 1..<10, using: &numbers)
        let used = frame.put(
          text, row: 0, column: column, limit: limit, face: .text, ground: .base)
        let isMarked = TextWidth.pieces(of: text, limit: min(limit, 16 - column))
          .contains(where: \.isRightToLeft)
        for at in column..<column + used { texts[at] = isMarked ? number : nil }
      }
      let columns = Int.random(in: 1...16, using: &numbers)
      Self.check(frame, texts, columns: columns, "round \(round)")
    }
  }

  private static func check(_ frame: Frame, _ texts: [Int?], columns: Int, _ comment: Comment) {
    let row = frame.line(0).prefix(columns)
    let marks = BidiSeparation.isolates.marks(of: row)
    var inside: Int?
    for (column, cell) in row.enumerated() where !cell.isContinuation {
      let isAtEdge = texts[..<column].allSatisfy { $0 == texts[column] }
      let isLetter = "a7éאשب٣日".unicodeScalars.contains(cell.text.unicodeScalars.first ?? " ")
      if !cell.isBlank {
        #expect(inside == texts[column] || inside == nil && (isAtEdge || !isLetter), comment)
      }
      guard column < marks.count, case .controls(let controls) = marks[column] else { continue }
      for control in controls.unicodeScalars.map(String.init) {
        switch control {
        case open:
          #expect(inside == nil, comment)
          let next = row.enumerated().dropFirst(column + 1)
            .first { !$0.element.isContinuation }
          inside = next.flatMap { texts[$0.offset] }
          #expect(inside != nil && next?.element.isBlank == false, comment)
        case close:
          #expect(inside != nil && inside == texts[column] && !cell.isBlank, comment)
          inside = nil
        default:
          #expect(control == leftToRight && inside == nil && texts[column] != nil, comment)
        }
      }
    }
    #expect(inside == nil, comment)
    for (column, mark) in BidiSeparation.lines.marks(of: row).enumerated() where mark != .none {
      let beside = [column - 1, column + 1].filter { row.indices.contains($0) && texts[$0] != nil }
      #expect(mark == .line && row[column].isBlank && !beside.isEmpty, comment)
    }
  }
}

import Music
import Screen

/// The window of a track's cues: a row for each, and hints of keys below.
struct CueListView {
  let app: App
  let list: CueList

  /// The window grows with the cues; on a small screen the message line stays free.
  private static func box(of list: CueList, in size: Size, title: String = "") -> WindowBox {
    WindowBox(
      size: size,
      rows: size.rows >= 20
        ? max(12, min(size.rows - 6, 26, list.rowCount + 8)) : size.rows - 1,
      columns: size.columns >= 60 ? min(size.columns - 4, 96) : size.columns, title: title)
  }

  /// Lines of hints below the rows.
  private static func hintRows(_ inside: Rect) -> Int { inside.rows >= 9 ? 3 : 1 }

  static func rows(of list: CueList, in size: Size) -> Rect {
    let inside = box(of: list, in: size).inside
    return inside.inset(top: min(1, inside.rows), bottom: hintRows(inside))
  }

  /// Rows of cues that fit.
  static func height(of list: CueList, in size: Size) -> Int {
    max(1, rows(of: list, in: size).rows)
  }

  /// The row at a position on the screen.
  static func row(at position: Position, of list: CueList, in size: Size) -> Int? {
    let rows = rows(of: list, in: size)
    guard rows.contains(position) else { return nil }
    let index = list.cursor.top + position.row - rows.row
    return index < list.rowCount ? index : nil
  }

  private var isAudible: Bool { app.player.item?.track == list.track }

  func draw(into frame: inout Frame) {
    CueListView.box(of: list, in: app.size, title: title).draw(into: &frame) { inside in
      let columns = CueColumns(width: inside.columns, cues: list.cues + list.proposals)
      columns.drawHeadings(on: inside.line(0))
      let rows = inside.part(CueListView.rows(of: list, in: app.size))
      if list.rowCount == 0, list.isLoaded { rows.put(lines: nothing, .text, then: .dimmed) }
      let passed = isAudible ? list.cues.lastIndex { $0.time <= app.positionInFile } : nil
      for index in (0..<list.rowCount).dropFirst(list.cursor.top).prefix(rows.rows) {
        let line = rows.line(
          index - list.cursor.top, isSelected: index == list.cursor.selected)
        if index < list.cues.count {
          columns.draw(list.cues[index], number: index + 1, isPassed: index == passed, on: line)
        } else {
          columns.draw(
            proposal: list.proposals[index - list.cues.count],
            "proposed, \(app.key(.accept, in: .cues)) sets it", on: line)
        }
      }
      let count = min(CueListView.hints.count, CueListView.hintRows(inside.rect))
      guard inside.rows > count else { return }
      let keys = inside.inset(top: inside.rows - count)
      for (row, hints) in CueListView.hints.enumerated() {
        keys.line(row).put(hints.shown(app.keymap, in: .cues))
      }
    }
  }

  /// "Cues of Night Ferry ▶ 1:23": a long name is cut, the position is not.
  private var title: String {
    let state =
      isAudible
      ? (app.showsPlaying ? " ▶ " : " ‖ ") + app.positionInFile.clockText
        + (list.length.map { " / " + $0.clockText } ?? "")
      : " (not playing)"
    let room =
      CueListView.box(of: list, in: app.size).rect.columns - 6 - TextWidth.columns(of: state)
    return TextWidth.truncated("Cues of \(list.title)", to: max(8, room)) + state
  }

  private var nothing: [String] {
    isAudible
      ? ["No cues yet", "\(app.key(.cues(.add), in: .cues)) sets one where it plays"]
      : ["No cues yet", "Play the track, then \(app.key(.cue(.dropMarker))) sets one"]
  }

  private static let hints: [[Hint]] = [
    [
      Hint(.cues(.move(-10)), .cues(.move(10)), does: "10 ms"),
      Hint(.cues(.move(-100)), .cues(.move(100)), does: "100 ms"),
      Hint(.cues(.move(-1000)), .cues(.move(1000)), does: "1 s"), Hint(.accept, does: "go to"),
      Hint(.cues(.nextKind), does: "kind"), Hint(.cues(.edit), does: "edit"),
    ],
    [
      Hint(.cues(.add), does: "add here"), Hint(.cues(.end), does: "end here"),
      Hint(.cues(.unend), does: "no end"), Hint(.cues(.remove), does: "delete"),
      Hint(.command(.playing(.playPause)), does: "play"), Hint(.close, does: "close"),
      Hint(.command(.cue(.list)), does: "what plays"),
    ],
  ]
}

/// The columns of the list of cues that fit a width, and their offsets.
struct CueColumns {
  private let time: Int
  private let hasEnd, hasLength, hasColor: Bool
  private static let kind = 11
  private static let number = 4
  private static let color = 9

  init(width: Int, cues: [Cue]) {
    let last = cues.map { $0.end ?? $0.time }.max() ?? .zero
    time = max(8, last.clockText(decimals: 2).count)
    hasEnd = width >= 54
    hasLength = width >= 80
    hasColor = width >= 68
  }

  func drawHeadings(on line: Canvas) {
    var line = line
    line.write("#".padded(to: CueColumns.number), .header, columns: CueColumns.number + 1)
    write("Time", .header, on: &line)
    if hasEnd { write("End", .header, on: &line) }
    if hasLength { write("Length", .header, on: &line) }
    line.write("  Kind", .header, columns: CueColumns.kind + 2)
    if hasColor { line.write("Colour", .header, columns: CueColumns.color) }
    line.put("Name", .header)
  }

  /// A proposed cue.
  func draw(proposal cue: Cue, _ hint: String, on line: Canvas) {
    var line = line.inset(left: CueColumns.number + 1)
    write(cue.time.clockText(decimals: 2), .dimmed, on: &line)
    line.skip(((hasEnd ? 1 : 0) + (hasLength ? 1 : 0)) * (time + 1))
    line.write(CueMarks.glyph(of: cue), .faint, columns: 2)
    line.write(cue.kind.title, .dimmed, columns: CueColumns.kind)
    line.put(hint, .dimmed, at: hasColor ? CueColumns.color : 0)
  }

  func draw(_ cue: Cue, number: Int, isPassed: Bool, on line: Canvas) {
    var line = line
    let face = CueMarks.face(of: cue)
    line.write(isPassed ? "▶" : " ", .playing, columns: 1)
    line.write("\(number)".padded(to: CueColumns.number - 1), .dimmed, columns: CueColumns.number)
    write(cue.time.clockText(decimals: 2), .text, on: &line)
    if hasEnd { write(cue.end?.clockText(decimals: 2) ?? "", .dimmed, on: &line) }
    if hasLength {
      let length = cue.end.map { $0 - cue.time }
      write(length?.clockText(decimals: 2) ?? "", .dimmed, on: &line)
    }
    line.write(CueMarks.glyph(of: cue), face, columns: 2)
    line.write(cue.kind.title, face, columns: CueColumns.kind)
    if hasColor {
      let own = cue.color.flatMap(TrackColor.init(rawValue:))
      line.write(
        own.map { "● \($0.rawValue)" } ?? "", own?.face ?? .dimmed, columns: CueColumns.color)
    }
    line.put(cue.name, .text)
  }

  private func write(_ text: String, _ face: Face, on line: inout Canvas) {
    line.write(text.padded(to: time), face, columns: time + 1)
  }
}

import Music
import Screen

/// The window of a track's cues: a row for each, and below them what the keys do.
struct CueListView {
  let app: App
  let list: CueList

  /// It grows with the cues; a small screen keeps the line in which the player speaks.
  private static func box(of list: CueList, in size: Size, title: String = "") -> WindowBox {
    WindowBox(
      size: size,
      rows: size.rows >= 20
        ? max(12, min(size.rows - 6, 26, list.rowCount + 8)) : size.rows - 1,
      columns: size.columns >= 60 ? min(size.columns - 4, 96) : size.columns, title: title)
  }

  /// Lines of keys below the rows.
  private static func hintRows(_ inside: Rect) -> Int { inside.rows >= 9 ? 3 : 1 }

  private static func rows(of list: CueList, in size: Size) -> Rect {
    let inside = box(of: list, in: size).inside
    return inside.inset(top: min(1, inside.rows), bottom: hintRows(inside))
  }

  /// Cues that show at once.
  static func height(of list: CueList, in size: Size) -> Int {
    max(1, rows(of: list, in: size).rows)
  }

  /// The cue at a place of the screen.
  static func row(at position: Position, of list: CueList, in size: Size) -> Int? {
    let rows = rows(of: list, in: size)
    guard rows.contains(position) else { return nil }
    let index = list.cursor.top + position.row - rows.row
    return index < list.rowCount ? index : nil
  }

  private var isHeard: Bool { app.player.item?.track == list.track }

  func draw(into frame: inout Frame) {
    let box = CueListView.box(of: list, in: app.size, title: title)
    box.draw(into: &frame)
    let columns = CueColumns(width: box.inside.columns, cues: list.cues + list.proposals)
    columns.drawHeadings(into: &frame, in: box.inside.line(0))
    let rows = CueListView.rows(of: list, in: app.size)
    if list.rowCount == 0, list.isLoaded { drawNothing(into: &frame, in: rows) }
    let passed = isHeard ? list.cues.lastIndex { $0.time <= app.positionInFile } : nil
    for offset in 0..<rows.rows {
      let index = list.cursor.top + offset
      guard index < list.rowCount else { break }
      let isSelected = index == list.cursor.selected
      guard index < list.cues.count else {
        columns.draw(
          proposal: list.proposals[index - list.cues.count],
          "proposed, \(app.key(.accept, in: .cues)) sets it", isSelected: isSelected,
          into: &frame, in: rows.line(offset))
        continue
      }
      columns.draw(
        list.cues[index], number: index + 1, isPassed: index == passed, isSelected: isSelected,
        into: &frame, in: rows.line(offset))
    }
    drawHints(into: &frame, in: box.inside)
  }

  /// "Cues of Night Ferry ▶ 1:23": whose they are shows however long its name is.
  private var title: String {
    let state =
      isHeard
      ? (app.isPlaying ? " ▶ " : " ‖ ") + app.positionInFile.clockText
        + (list.length.map { " / " + $0.clockText } ?? "")
      : " (not playing)"
    let room =
      CueListView.box(of: list, in: app.size).rect.columns - 6 - TextWidth.columns(of: state)
    return TextWidth.truncated("Cues of \(list.title)", to: max(8, room), keep: .start) + state
  }

  private func drawNothing(into frame: inout Frame, in rect: Rect) {
    let lines =
      isHeard
      ? ["No cues yet", "\(app.key(.addCue, in: .cues)) sets one where it plays"]
      : ["No cues yet", "Play the track, then \(app.key(.cue(.dropMarker))) sets one"]
    for (offset, line) in lines.prefix(rect.rows).enumerated() {
      frame.put(
        line, row: rect.row + offset, column: rect.column, limit: rect.columns,
        face: offset == 0 ? .text : .dimmed, ground: .overlay)
    }
  }

  private static let hints: [[Hint]] = [
    [
      Hint(.moveCue(-10), .moveCue(10), does: "10 ms"),
      Hint(.moveCue(-100), .moveCue(100), does: "100 ms"),
      Hint(.moveCue(-1000), .moveCue(1000), does: "1 s"), Hint(.accept, does: "go to"),
      Hint(.nextKind, does: "kind"), Hint(.edit, does: "edit"),
    ],
    [
      Hint(.addCue, does: "add here"), Hint(.endCue, does: "end here"),
      Hint(.unendCue, does: "no end"), Hint(.remove, does: "delete"),
      Hint(.command(.playing(.playPause)), does: "play"), Hint(.close, does: "close"),
      Hint(.command(.cue(.list)), does: "what plays"),
    ],
  ]

  private func drawHints(into frame: inout Frame, in inside: Rect) {
    let count = min(CueListView.hints.count, CueListView.hintRows(inside))
    let line = HintLine(keymap: app.keymap, kind: .cues)
    for (offset, hints) in CueListView.hints.prefix(count).enumerated() {
      let row = inside.rows - count + offset
      guard row > 0 else { return }
      line.draw(hints, in: inside.line(row), &frame)
    }
  }
}

/// Which columns the list of cues has in a width, and where.
struct CueColumns {
  private let time: Int
  private let hasEnd, hasLength, hasColor: Bool
  private static let kind = 11
  private static let number = 4

  init(width: Int, cues: [Cue]) {
    let last = cues.map { $0.end ?? $0.time }.max() ?? .zero
    time = max(8, last.clockText(decimals: 2).count)
    hasEnd = width >= 54
    hasLength = width >= 80
    hasColor = width >= 68
  }

  func drawHeadings(into frame: inout Frame, in line: Rect) {
    var pen = Pen(line: line, ground: .overlay)
    func right(_ text: String, _ width: Int) -> String { RowView.padded(text, width) }
    pen.put(right("#", CueColumns.number), .header, CueColumns.number + 1, &frame)
    pen.put(right("Time", time), .header, time + 1, &frame)
    if hasEnd { pen.put(right("End", time), .header, time + 1, &frame) }
    if hasLength { pen.put(right("Length", time), .header, time + 1, &frame) }
    pen.put("  Kind", .header, CueColumns.kind + 2, &frame)
    if hasColor { pen.put("Colour", .header, 9, &frame) }
    pen.put("Name", .header, .max, &frame)
  }

  /// A cue that there is not yet.
  func draw(
    proposal cue: Cue, _ hint: String, isSelected: Bool, into frame: inout Frame, in line: Rect
  ) {
    let ground: Ground = isSelected ? .overlaySelected : .overlay
    fill(line, ground, isSelected, &frame)
    var pen = Pen(line: line, ground: ground)
    pen.put("", .dimmed, CueColumns.number + 1, &frame)
    pen.put(
      RowView.padded(cue.time.clockText(decimals: 2), time), .dimmed, time + 1, &frame)
    if hasEnd { pen.put("", .dimmed, time + 1, &frame) }
    if hasLength { pen.put("", .dimmed, time + 1, &frame) }
    pen.put(CueMarks.glyph(of: cue), .faint, 2, &frame)
    pen.put(cue.kind.title, .dimmed, CueColumns.kind, &frame)
    if hasColor { pen.put("", .dimmed, 9, &frame) }
    pen.put(hint, .dimmed, .max, &frame)
  }

  private func fill(
    _ line: Rect, _ ground: Ground, _ isSelected: Bool, _ frame: inout Frame
  ) {
    guard isSelected else { return }
    frame.fill(
      Rect(row: line.row, column: line.column - 1, rows: 1, columns: line.columns + 2),
      ground: ground)
  }

  func draw(
    _ cue: Cue, number: Int, isPassed: Bool, isSelected: Bool, into frame: inout Frame,
    in line: Rect
  ) {
    let ground: Ground = isSelected ? .overlaySelected : .overlay
    fill(line, ground, isSelected, &frame)
    var pen = Pen(line: line, ground: ground)
    let face = CueMarks.face(of: cue)
    pen.put(isPassed ? "▶" : " ", .playing, 1, &frame)
    let width = CueColumns.number - 1
    pen.put(RowView.padded("\(number)", width), .dimmed, width + 1, &frame)
    func put(_ time: Duration?, _ face: Face) {
      let text = time?.clockText(decimals: 2) ?? ""
      pen.put(RowView.padded(text, self.time), face, self.time + 1, &frame)
    }
    put(cue.time, .text)
    if hasEnd { put(cue.end, .dimmed) }
    if hasLength { put(cue.end.map { $0 - cue.time }, .dimmed) }
    pen.put(CueMarks.glyph(of: cue), face, 2, &frame)
    pen.put(cue.kind.title, face, CueColumns.kind, &frame)
    if hasColor {
      let own = cue.color.flatMap(TrackColor.init(rawValue:))
      pen.put(own.map { "● \($0.rawValue)" } ?? "", own?.face ?? .dimmed, 9, &frame)
    }
    pen.put(cue.name, .text, .max, &frame)
  }

  /// Writes one column after the other.
  private struct Pen {
    let line: Rect
    let ground: Ground
    var column = 0

    init(line: Rect, ground: Ground) {
      self.line = line
      self.ground = ground
    }

    /// A text in so many columns, or in all that are left.
    mutating func put(_ text: String, _ face: Face, _ width: Int, _ frame: inout Frame) {
      let room = min(width, line.columns - column)
      guard room > 0 else { return }
      frame.put(
        TextWidth.truncated(text, to: room, keep: .start), row: line.row,
        column: line.column + column, face: face, ground: ground)
      column += room
    }
  }
}

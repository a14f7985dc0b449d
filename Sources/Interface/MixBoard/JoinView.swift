import Music
import Screen

/// A join: the outgoing waveform above an axis of beats, the incoming one hanging below it.
struct JoinView {
  let app: App
  let join: MixJoin
  let isEdited: Bool
  /// The mark that the mouse drags, and its column.
  var drag: (mark: JoinMark, column: Int)?

  /// The lines of its inside.
  private struct Lines {
    let wave: Int
    let hasKeys: Bool

    init(rows: Int) {
      hasKeys = rows >= 11
      wave = max(0, (rows - (hasKeys ? 5 : 3)) / 2)
    }

    var axis: Int { 1 + wave }
    var lower: Int { 2 + 2 * wave }
  }

  private static func inside(_ rect: Rect) -> Rect {
    rect.inset(top: 1, left: 2, bottom: 1, right: 2)
  }

  /// The column of a time from the start of the overlap.
  private static func column(of time: Double, _ join: MixJoin, columns: Int) -> Int {
    let part = (time - join.span.start) / join.span.length
    return max(0, min(columns - 1, Int((part * Double(columns)).rounded())))
  }

  /// The seconds of a column.
  static func seconds(perColumnOf rect: Rect, _ join: MixJoin) -> Double {
    join.span.length / Double(max(1, inside(rect).columns))
  }

  /// The mark at a position: within two columns of Out above the axis, or of In below it.
  static func mark(at position: Position, in rect: Rect, _ join: MixJoin) -> JoinMark? {
    let inside = inside(rect)
    guard inside.contains(position) else { return nil }
    let mark: JoinMark =
      position.row <= inside.row + Lines(rows: inside.rows).axis ? .out : .into
    let time = mark == .out ? join.fade.seconds : 0
    let column = inside.column + column(of: time, join, columns: inside.columns)
    return abs(position.column - column) <= 2 ? mark : nil
  }

  func draw(into frame: inout Frame, in rect: Rect) {
    frame.draw(in: rect) { canvas in
      canvas.fill()
      canvas.drawBox(isEdited ? .borderFocused : .border)
      var edge = canvas.line(0).inset(left: 1, right: 3)
      let title = " Join \(join.out.position.grouped) ▸ \(join.into.position.grouped) "
      edge.write(title, isEdited ? .accent : .heading)
      if TextWidth.columns(of: facts) + 2 <= edge.columns {
        edge.put(" \(facts) ", .dimmed, align: .right)
      }
      draw(on: canvas.part(JoinView.inside(rect)))
    }
  }

  /// "crossfade 4 bars  7.7 s  8A ▸ 9A  −0.8 %".
  private var facts: String {
    let (from, to) = (join.out.track.mixPoint, join.into.track.mixPoint)
    let text = MixJoin.fadeText(join.fade, bpm: from.bpm)
    let seconds = "\(join.fade.seconds.tenths) s"
    var parts = [join.fade > .zero ? "crossfade \(text)" : "no crossfade"]
    if join.fade > .zero, text != seconds { parts.append(seconds) }
    if let first = from.key, let second = to.key {
      parts.append("\(first.camelot) ▸ \(second.camelot)")
    }
    let fit = MixFit(from: from, to: to)
    if fit.difference != nil { parts.append(MixCells.change(fit.difference) + " %") }
    return parts.joined(separator: "  ")
  }

  private func draw(on canvas: Canvas) {
    let lines = Lines(rows: canvas.rows)
    let columns = canvas.columns
    let into = JoinView.column(of: 0, join, columns: columns)
    let out = JoinView.column(of: join.fade.seconds, join, columns: columns)
    drawLabel(
      .out, at: drag?.mark == .out ? drag?.column ?? out : out, free: into, on: canvas.line(0))
    drawWaves(on: canvas, lines)
    drawAxis(on: canvas.line(lines.axis))
    drawLabel(
      .into, at: drag?.mark == .into ? drag?.column ?? into : into, free: into,
      on: canvas.line(lines.lower))
    if lines.hasKeys {
      canvas.lastLine.put(
        isEdited
          ? JoinPanel.hints.shown(app.keymap, in: .join)
          : [KeyHint(keys: [app.key(.mixing(.join))], text: "edits this join")])
    }
  }

  // MARK: Labels

  /// The name of an entry at the left, and the mark of its bound.
  private func drawLabel(_ mark: JoinMark, at column: Int, free: Int, on line: Canvas) {
    let entry = mark == .out ? join.out : join.into
    let point = entry.track.mixPoint
    let sign = mark == .out ? "▾ Out " : "▴ In "
    let text = sign + time(of: mark).preciseText
    let left = min(column, max(0, line.columns - TextWidth.columns(of: text)))
    line.put(text, app.selectedSlot.face, at: left, keep: nil)
    if mark == .out, free < left - 1 { line.put("▾", app.selectedSlot.face, at: free) }
    var name = line.inset(right: line.columns - min(free, left) + 2)
    let facts = [point.key?.camelot, point.bpm?.tenths].compactMap { $0 }.joined(separator: "  ")
    if name.columns > 30 { name.writeRight(facts, .dimmed, gap: 2) }
    name.put("\(entry.position.grouped) \(entry.track.title)", .text)
  }

  /// Rounded to a tenth of a second.
  private func time(of mark: JoinMark) -> Duration {
    var time = mark == .out ? join.end : join.start
    if let drag, drag.mark == mark, let rect = app.joinRect {
      let home = JoinView.column(
        of: mark == .out ? join.fade.seconds : 0, join, columns: JoinView.inside(rect).columns)
      time += .seconds(Double(drag.column - home) * JoinView.seconds(perColumnOf: rect, join))
    }
    return .milliseconds(100) * Int((max(0, time.seconds) * 10).rounded())
  }

  // MARK: Waves

  private func drawWaves(on canvas: Canvas, _ lines: Lines) {
    guard lines.wave > 0 else { return }
    let (start, length) = join.span
    let each = length / Double(canvas.columns)
    func strokes(_ entry: ListRow.Entry, from time: Double) -> [WaveformLevels.Stroke?]? {
      app.waveforms[entry.track.id]?.waveform?.strokes(
        from: time, each: each, count: canvas.columns)
    }
    let upper = canvas.inset(top: 1).part(
      Rect(
        row: canvas.rect.row + 1, column: canvas.rect.column, rows: lines.wave,
        columns: canvas.columns))
    let lower = canvas.part(
      Rect(
        row: canvas.rect.row + lines.axis + 1, column: canvas.rect.column, rows: lines.wave,
        columns: canvas.columns))
    let fade = join.fade.seconds
    for (mark, area) in [(JoinMark.out, upper), (.into, lower)] {
      let entry = mark == .out ? join.out : join.into
      let origin = mark == .out ? join.end.seconds - fade : join.start.seconds
      guard let strokes = strokes(entry, from: origin + start) else {
        area.line(area.rows / 2).put("no waveform yet", .dimmed)
        continue
      }
      for (column, stroke) in strokes.enumerated() {
        guard let stroke else { continue }
        let time = start + (Double(column) + 0.5) * each
        let part = fade > 0 ? time / fade : time < 0 ? -1 : 2
        let isCut = mark == .out ? part > 1 : part < 0
        let isShared = (0...1).contains(part)
        let angle = part * Double.pi / 2
        let gain = !isShared ? 1 : mark == .out ? JoinView.cosine(angle) : JoinView.sine(angle)
        let eighths = max(1, Int((Double(stroke.height) * gain * Double(8 * area.rows)).rounded()))
        let key = isShared ? entry.track.mixPoint.key : nil
        put(eighths, key, isCut ? .faint : .restMiddle, isHanging: mark == .into, column, on: area)
      }
    }
  }

  /// A column that stands on the last line, or hangs from the first one.
  private func put(
    _ eighths: Int, _ key: MusicalKey?, _ face: Face, isHanging: Bool, _ column: Int,
    on area: Canvas
  ) {
    let style = app.waveformStyle == .off ? WaveformStyle.blocks : app.waveformStyle
    let color = key?.edgeColors.foreground ?? app.skins.theme.style(of: face).foreground
    let colors =
      app.hasColors && key != nil ? CellColors(foreground: color, isDecoration: true) : nil
    for step in 0..<area.rows {
      let filled = min(8, eighths - 8 * step)
      guard filled > 0 else { return }
      let cell = area.cell(row: isHanging ? step : area.rows - 1 - step, column: column)
      guard isHanging, filled < 8, style == .blocks else {
        cell.put(String(style.columns[filled]), face, colors: colors)
        continue
      }
      guard app.hasColors else {
        cell.put(filled > 5 ? "█" : "▀", face)
        continue
      }
      // There are no blocks that hang by eighths: the rest of the cell stands in its colour.
      let ground = app.skins.theme.style(of: area.ground).background
      cell.put(
        String(style.columns[8 - filled]), face,
        colors: CellColors(foreground: ground, background: color, isDecoration: true))
    }
  }

  /// Taylor's series: exact to a thousandth between 0 and π/2.
  private static func cosine(_ angle: Double) -> Double {
    let square = angle * angle
    return max(0, 1 - square / 2 + square * square / 24 - square * square * square / 720)
  }

  private static func sine(_ angle: Double) -> Double { cosine(Double.pi / 2 - angle) }

  // MARK: Axis

  private func drawAxis(on line: Canvas) {
    line.fill("─", .border)
    let (start, length) = join.span
    let each = length / Double(line.columns)
    for (index, beat) in beats {
      let column = Int(((beat - start) / each).rounded())
      let isBar = index % 4 == 0
      guard (0..<line.columns).contains(column), isBar || beatSeconds / each >= 2 else { continue }
      line.put(isBar ? "┼" : "┴", .dimmed, at: column)
    }
  }

  private var beatSeconds: Double { join.beat(of: .out).seconds }

  /// The beats of the outgoing track from the start of the overlap, with their numbers from there.
  private var beats: [(index: Int, time: Double)] {
    let (start, length) = join.span
    let origin = join.end.seconds - join.fade.seconds
    guard let tempo = app.waveforms[join.out.track.id]?.analysis?.tempo, tempo.bpm > 0 else {
      guard join.out.track.mixPoint.bpm != nil else { return [] }
      let first = Int((start / beatSeconds).rounded(.up))
      let last = Int(((start + length) / beatSeconds).rounded(.down))
      return first > last ? [] : (first...last).map { ($0, Double($0) * beatSeconds) }
    }
    let times = tempo.grid.beats(in: origin + start..<origin + start + length)
      .map { $0 - origin }
    let zero = times.indices.min { abs(times[$0]) < abs(times[$1]) } ?? 0
    return times.enumerated().map { ($0.offset - zero, $0.element) }
  }
}

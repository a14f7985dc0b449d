import Music
import Screen

/// The seek line over the full width: the waveform, and the cues with their names above it.
struct SeekLine {
  let app: App
  let layout: Layout

  /// A cue's mark in the row above the waveform, with its name where that fits.
  struct Label: Equatable {
    let cue: Cue
    let column: Int
    let text: String
  }

  func draw(into frame: inout Frame, in rect: Rect) {
    frame.draw(in: frame.bounds) { canvas in
      let names = layout.cues.map(canvas.part)
      if let bars = BookBars(app) { return bars.draw(on: canvas.part(rect), names: names) }
      ProgressBar(app: app).draw(on: canvas.part(rect), marks: names)
      guard let names else { return }
      let time = heldTime(columns: rect.columns)
      for label in SeekLine.labels(app, columns: rect.columns) {
        let end = label.column + TextWidth.columns(of: label.text)
        let isFree = time.map { end < $0.column || $0.end < label.column } ?? true
        guard isFree else { continue }
        names.put(label.text, CueMarks.face(of: label.cue), at: label.column, keep: nil)
      }
      if let time { names.put(time.text, .text, at: time.column, keep: nil) }
    }
  }

  /// The time at the pointer that holds the line, in the middle above it.
  private func heldTime(columns: Int) -> (column: Int, end: Int, text: String)? {
    guard case .seekLine(let column, let time) = app.browsing.grip else { return nil }
    let text = time.clockText
    let start = max(0, min(column - text.count / 2, columns - text.count))
    return (start, start + text.count, text)
  }

  /// The cues on the line, from the left. A name that would touch the next mark is left out.
  static func labels(_ app: App, columns: Int) -> [Label] {
    guard let marks = CueMarks(app, columns: columns) else { return [] }
    let points = marks.points
    return points.indices.map { index in
      let (cue, column) = points[index]
      let glyph = CueMarks.glyph(of: cue)
      let end = index + 1 < points.count ? points[index + 1].column - 1 : columns
      let text = glyph + " " + cue.title
      return Label(
        cue: cue, column: column, text: column + TextWidth.columns(of: text) <= end ? text : glyph)
    }
  }

  /// The place of the comment whose mark is at a column.
  static func comment(at column: Int, of app: App, columns: Int) -> Duration? {
    CueMarks(app, columns: columns)?.comments(of: app).first { $0.column == column }?.place
  }

  /// The cue whose mark or name is at a column.
  static func cue(at column: Int, of app: App, columns: Int) -> Cue? {
    CueMarks(app, columns: columns)?.cue(near: column)
      ?? labels(app, columns: columns).first {
        ($0.column..<$0.column + TextWidth.columns(of: $0.text)).contains(column)
      }?.cue
  }
}

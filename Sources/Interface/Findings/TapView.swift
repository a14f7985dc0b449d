import Music
import Screen

/// The window in which a tempo is tapped: the number so far, large enough to be seen while tapping.
struct TapView {
  let panel: TapPanel

  static func box(in size: Size, title: String = "") -> WindowBox {
    WindowBox(size: size, rows: 9, columns: max(30, min(56, size.columns - 4)), title: title)
  }

  func draw(into frame: inout Frame) {
    let box = TapView.box(in: frame.size, title: "Tempo of \(panel.title)")
    box.draw(into: &frame)
    let inside = box.inside
    let beat = panel.taps.count.isMultiple(of: 2) ? "○" : "●"
    let count = panel.taps.count.counted("tap")
    let value =
      panel.bpm.map { "\($0.tenths) BPM" }
      ?? (panel.heard == nil ? "– BPM" : "no tempo, \(panel.heard?.tenths ?? "") BPM")
    var lines: [(String, Face)] = [
      ("\(beat)  \(value)", panel.bpm == nil ? .dimmed : .accent), (count, .dimmed),
    ]
    let known = panel.known.map { "until now \($0.tenths) BPM" }
    if let note = [known, speed].compactMap(\.self).joined(separator: ", ").nonEmpty {
      lines.append((note, .dimmed))
    }
    for (offset, (text, face)) in lines.enumerated() where offset + 1 < inside.rows {
      put(text, face, into: &frame, row: inside.row + 1 + offset, in: inside)
    }
    drawHints(into: &frame, in: inside.line(max(0, inside.rows - 1)))
  }

  private var speed: String? {
    panel.speed == 1 ? nil : "heard at \(panel.speed.shortText)×"
  }

  private func put(_ text: String, _ face: Face, into frame: inout Frame, row: Int, in rect: Rect) {
    frame.put(
      TextWidth.truncated(text, to: rect.columns, keep: .start), row: row, column: rect.column,
      face: face, ground: .overlay)
  }

  private func drawHints(into frame: inout Frame, in line: Rect) {
    var column = line.column
    for (key, name) in [("0 Space", "tap"), ("Enter", "keep"), ("Esc", "leave"), ("⌫", "anew")] {
      let width = TextWidth.columns(of: key) + 1 + TextWidth.columns(of: name)
      guard column + width <= line.right else { return }
      column += frame.put(key, row: line.row, column: column, face: .key, ground: .overlay) + 1
      column += frame.put(name, row: line.row, column: column, face: .hint, ground: .overlay) + 2
    }
  }
}

extension String {
  /// Nil where there is nothing in it.
  var nonEmpty: String? { isEmpty ? nil : self }
}

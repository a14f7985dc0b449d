import Music
import Screen

/// The window in which a tempo is tapped: the number so far, large enough to be seen while tapping.
struct TapView {
  let panel: TapPanel
  let keymap: Keymap

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
    HintLine(keymap: keymap, kind: .tap).draw(
      [
        Hint(.all(.beat), does: "tap"), Hint(.accept, does: "keep"), Hint(.close, does: "leave"),
        Hint(.anew, does: "anew"),
      ], in: inside.line(max(0, inside.rows - 1)), gap: 2, &frame)
  }

  private var speed: String? {
    panel.speed == 1 ? nil : "heard at \(panel.speed.shortText)×"
  }

  private func put(_ text: String, _ face: Face, into frame: inout Frame, row: Int, in rect: Rect) {
    frame.put(
      TextWidth.truncated(text, to: rect.columns, keep: .start), row: row, column: rect.column,
      face: face, ground: .overlay)
  }
}

extension String {
  /// Nil where there is nothing in it.
  var nonEmpty: String? { isEmpty ? nil : self }
}

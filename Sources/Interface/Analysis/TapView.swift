import Music
import Screen

/// The window for tapping a tempo, with the result in large digits.
struct TapView {
  let panel: TapPanel
  let keymap: Keymap

  static func box(in size: Size, title: String = "") -> WindowBox {
    WindowBox(size: size, rows: 9, columns: max(30, min(56, size.columns - 4)), title: title)
  }

  func draw(into frame: inout Frame) {
    TapView.box(in: frame.size, title: "Tempo of \(panel.title)").draw(into: &frame) { inside in
      let beat = panel.taps.count.isMultiple(of: 2) ? "○" : "●"
      let value =
        panel.bpm.map { "\($0.tenths) BPM" }
        ?? (panel.tappedBPM == nil ? "– BPM" : "no tempo, \(panel.tappedBPM?.tenths ?? "") BPM")
      let known = panel.known.map { "until now \($0.tenths) BPM" }
      let note = [known, speed].compactMap(\.self).joined(separator: ", ")
      inside.inset(top: 1).put(
        lines: ["\(beat)  \(value)", panel.taps.count.counted("tap"), note],
        panel.bpm == nil ? .dimmed : .accent, then: .dimmed)
      let hints = [
        Hint(.all(.tap(.beat)), does: "tap"), Hint(.accept, does: "keep"),
        Hint(.close, does: "leave"),
        Hint(.tap(.anew), does: "anew"),
      ]
      inside.lastLine.put(hints.shown(keymap, in: .tap), gap: 2)
    }
  }

  private var speed: String? {
    panel.speed == 1 ? nil : "heard at \(panel.speed.shortText)×"
  }
}

extension String {
  /// Nil for the empty text.
  var nonEmpty: String? { isEmpty ? nil : self }
}

import Music
import Screen

/// The outline of the sound as columns that stand on the last line of a rectangle.
struct WaveformView {
  let levels: WaveformLevels
  let style: WaveformStyle
  /// The file's time in the middle of the first column, and from there to the middle of the last.
  let start: Duration
  let length: Duration
  /// Columns before this one were heard.
  let heard: Int

  func draw(into frame: inout Frame, in rect: Rect, ground: Ground) {
    guard !rect.isEmpty else { return }
    let each = length.seconds / Double(max(1, rect.columns - 1))
    let strokes = levels.strokes(
      from: start.seconds - each / 2, each: each, count: rect.columns)
    let glyphs = rect.rows == 1 ? style.line : style.columns
    for (offset, stroke) in strokes.enumerated() {
      guard let stroke else { continue }
      // Silence shows as the thinnest line: there is a place to go to.
      let eighths = max(1, Int((stroke.height * Float(8 * rect.rows)).rounded()))
      for line in 0..<rect.rows {
        let filled = min(8, eighths - 8 * line)
        guard filled > 0 else { break }
        let face = face(
          of: stroke, from: 8 * line, to: 8 * line + filled, height: eighths, rows: rect.rows)
        frame.fill(
          Rect(row: rect.bottom - 1 - line, column: rect.column + offset, rows: 1, columns: 1),
          glyphs[filled], face: offset < heard ? face.heard : face.ahead, ground: ground)
      }
    }
  }

  private enum Band {
    case bass, middle, treble

    var ahead: Face {
      switch self {
      case .bass: .waveBass
      case .middle: .waveMiddle
      case .treble: .waveTreble
      }
    }

    var heard: Face {
      switch self {
      case .bass: .heardBass
      case .middle: .heardMiddle
      case .treble: .heardTreble
      }
    }
  }

  /// Bass stands below and treble on top; where lines are few, a column is of its strongest band.
  private func face(
    of stroke: WaveformLevels.Stroke, from bottom: Int, to top: Int, height: Int, rows: Int
  ) -> Band {
    let treble = 1 - stroke.bass - stroke.middle
    guard rows > 2 else {
      if stroke.bass >= stroke.middle, stroke.bass >= treble { return .bass }
      return stroke.middle >= treble ? .middle : .treble
    }
    let place = Float(bottom + top) / 2 / Float(height)
    if place < stroke.bass { return .bass }
    return place < stroke.bass + stroke.middle ? .middle : .treble
  }
}

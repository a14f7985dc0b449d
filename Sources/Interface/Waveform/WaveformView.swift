import Music
import Screen

/// The waveform as columns that stand on the last line of a rectangle.
struct WaveformView {
  let levels: WaveformLevels
  let style: WaveformStyle
  /// The file's time in the middle of the first column, and from there to the middle of the last.
  let start: Duration
  let length: Duration
  /// Columns before this one are drawn as played.
  let heard: Int

  func draw(on canvas: Canvas) {
    let (rows, columns) = (canvas.rows, canvas.columns)
    guard !canvas.rect.isEmpty else { return }
    let each = length.seconds / Double(max(1, columns - 1))
    let strokes = levels.strokes(from: start.seconds - each / 2, each: each, count: columns)
    let glyphs = rows == 1 ? style.line : style.columns
    for (column, stroke) in strokes.enumerated() {
      guard let stroke else { continue }
      // Silence shows as the thinnest line, since a click can seek there.
      let eighths = max(1, Int((stroke.height * Float(8 * rows)).rounded()))
      for line in 0..<rows {
        let filled = min(8, eighths - 8 * line)
        guard filled > 0 else { break }
        let face = face(
          of: stroke, from: 8 * line, to: 8 * line + filled, height: eighths, rows: rows)
        canvas.cell(row: rows - 1 - line, column: column).fill(
          glyphs[filled], column < heard ? face.heard : face.ahead)
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

  /// Bass stands below and treble on top; on few lines a column has its strongest band only.
  private func face(
    of stroke: WaveformLevels.Stroke, from bottom: Int, to top: Int, height: Int, rows: Int
  ) -> Band {
    let treble = 1 - stroke.bass - stroke.middle
    guard rows > 2 else {
      if stroke.bass >= stroke.middle, stroke.bass >= treble { return .bass }
      return stroke.middle >= treble ? .middle : .treble
    }
    let position = Float(bottom + top) / 2 / Float(height)
    if position < stroke.bass { return .bass }
    return position < stroke.bass + stroke.middle ? .middle : .treble
  }
}

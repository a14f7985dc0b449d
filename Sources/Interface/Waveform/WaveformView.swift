import Music
import Screen

/// The waveform as columns that stand on the last line of a rectangle.
struct WaveformView {
  let levels: WaveformLevels
  let style: WaveformStyle
  let wave: Shape.Wave
  /// For the colours of hanging columns; nil without colours.
  let theme: Theme?
  /// The file's time in the middle of the first column, and from there to the middle of the last.
  let start: Duration
  let length: Duration
  /// Columns before this one are drawn as played.
  let heard: Int

  func draw(on canvas: Canvas) {
    guard !canvas.rect.isEmpty else { return }
    let each = length.seconds / Double(max(1, canvas.columns - 1))
    guard style == .blocks else { return drawColumns(each, on: canvas) }
    switch wave {
    case .blocks, .thin: break
    case .bars: return drawColumns(each, by: 2, on: canvas)
    case .led where canvas.rows > 1: return drawLamps(each, on: canvas)
    case .mirror where canvas.rows > 1: return drawMirrored(each, on: canvas)
    case .groove where canvas.rows > 1: return drawGroove(each, on: canvas)
    case .braille: return drawDots(each, on: canvas)
    case .led: return drawColumns(each, by: 2, on: canvas)
    case .mirror, .groove: break
    }
    guard canvas.rows > 1 else { return drawColumns(each, on: canvas) }
    // Two samples a cell.
    let strokes = levels.strokes(
      from: start.seconds - each / 2, each: each / 2, count: 2 * canvas.columns)
    for column in 0..<canvas.columns {
      draw(strokes[2 * column], strokes[2 * column + 1], column, on: canvas)
    }
  }

  /// - Parameter step: columns from one sample to the next.
  private func drawColumns(_ each: Double, by step: Int = 1, on canvas: Canvas) {
    let rows = canvas.rows
    let glyphs = rows == 1 ? style.line : style.columns
    for (column, stroke) in strokes(each, by: step, on: canvas) {
      let eighths = eighths(of: stroke, rows: rows)
      for line in 0..<rows {
        let filled = min(8, eighths - 8 * line)
        guard filled > 0 else { break }
        let band = band(of: stroke, from: 8 * line, to: 8 * line + filled, eighths, rows: rows)
        put(glyphs[filled], band, line, column, on: canvas)
      }
    }
  }

  /// The known strokes of every column, or of every few.
  func strokes(
    _ each: Double, by step: Int = 1, on canvas: Canvas
  ) -> [(column: Int, stroke: WaveformLevels.Stroke)] {
    levels.strokes(
      from: start.seconds - each / 2, each: each * Double(step),
      count: (canvas.columns + step - 1) / step
    ).enumerated().compactMap { index, stroke in stroke.map { (index * step, $0) } }
  }

  /// Silence shows as the thinnest line, since a click can seek there.
  private func eighths(of stroke: WaveformLevels.Stroke, rows: Int) -> Int {
    max(1, Int((stroke.height * Float(8 * rows)).rounded()))
  }

  func put(_ glyph: Character, _ band: Band, _ line: Int, _ column: Int, on canvas: Canvas) {
    canvas.cell(row: canvas.rows - 1 - line, column: column).fill(
      glyph, column < heard ? band.played : band.rest)
  }

  // MARK: Two samples a cell

  private typealias Halves = (glyph: Character, left: Int, right: Int)

  /// Eighths of the left and the right half of a cell.
  private static let shapes: [Halves] =
    WaveformStyle.blocks.columns.enumerated().map { ($1, $0, $0) } + [
      ("▖", 4, 0), ("▗", 0, 4), ("▌", 8, 0), ("▐", 0, 8), ("▙", 8, 4), ("▟", 4, 8),
    ]

  private func draw(
    _ left: WaveformLevels.Stroke?, _ right: WaveformLevels.Stroke?, _ column: Int,
    on canvas: Canvas
  ) {
    guard let first = left ?? right, let second = right ?? left else { return }
    let rows = canvas.rows
    let heights = (eighths(of: first, rows: rows), eighths(of: second, rows: rows))
    let mean = WaveformLevels.Stroke(
      height: (first.height + second.height) / 2, bass: (first.bass + second.bass) / 2,
      middle: (first.middle + second.middle) / 2)
    // Whether each half is full in all cells below: a crest must not float.
    var (isLeftFull, isRightFull) = (true, true)
    for line in 0..<rows where isLeftFull || isRightFull {
      let rest = (heights.0 - 8 * line, heights.1 - 8 * line)
      guard max(rest.0, rest.1) > 0,
        let shape = WaveformView.shape(rest.0, rest.1, isLeftFull, isRightFull), shape.glyph != " "
      else { return }
      let top = 8 * line + max(shape.left, shape.right)
      let band = band(of: mean, from: 8 * line, to: top, max(heights.0, heights.1), rows: rows)
      put(shape.glyph, band, line, column, on: canvas)
      (isLeftFull, isRightFull) = (shape.left == 8, shape.right == 8)
    }
  }

  /// The shape that comes nearest to what is left of both halves, which may be more than a cell.
  private static func shape(_ left: Int, _ right: Int, _ mayLeft: Bool, _ mayRight: Bool) -> Halves?
  {
    func error(_ shape: Halves) -> Int {
      let (first, second) = (shape.left - max(0, min(8, left)), shape.right - max(0, min(8, right)))
      return 2 * (first * first + second * second) + (shape.left == shape.right ? 0 : 1)
    }
    let allowed = shapes.lazy.filter { shape in
      // A half that goes on above must be full.
      (mayLeft || shape.left == 0) && (mayRight || shape.right == 0)
        && (left <= 8 || !mayLeft || shape.left == 8)
        && (right <= 8 || !mayRight || shape.right == 8)
    }
    return allowed.min { error($0) < error($1) }
  }

  // MARK: Colours

  enum Band {
    case bass, middle, treble

    var played: Face {
      switch self {
      case .bass: .waveBass
      case .middle: .waveMiddle
      case .treble: .waveTreble
      }
    }

    var rest: Face {
      switch self {
      case .bass: .restBass
      case .middle: .restMiddle
      case .treble: .restTreble
      }
    }
  }

  /// Bass stands below and treble on top; on few lines a column has its strongest band only.
  func band(
    of stroke: WaveformLevels.Stroke, from bottom: Int, to top: Int, _ height: Int, rows: Int
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

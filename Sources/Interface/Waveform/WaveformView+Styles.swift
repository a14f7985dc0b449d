import Music
import Screen

// The waveforms of skins, in a rectangle of at least two rows.
extension WaveformView {
  /// Lamps in every second column, as of a level meter.
  func drawLamps(_ each: Double, on canvas: Canvas) {
    let rows = canvas.rows
    for (column, stroke) in strokes(each, by: 2, on: canvas) {
      let lit = max(1, Int((stroke.height * Float(rows)).rounded()))
      for line in 0..<min(rows, lit) {
        let band = band(of: stroke, from: 8 * line, to: 8 * line + 8, 8 * lit, rows: rows)
        put("▄", band, line, column, on: canvas)
      }
    }
  }

  /// Columns up and down from the middle.
  func drawMirrored(_ each: Double, on canvas: Canvas) {
    let rows = canvas.rows
    let glyphs = WaveformStyle.blocks.columns
    for (column, stroke) in strokes(each, on: canvas) {
      let height = max(1, Int((stroke.height * Float(4 * rows)).rounded()))
      let band = band(of: stroke, from: 0, to: 0, 1, rows: 1)
      // An odd number of rows has one whose halves are on both sides of the middle.
      let middle = rows % 2 == 0 ? 0 : 4
      if middle > 0 { put(height >= middle ? "█" : "▬", band, rows / 2, column, on: canvas) }
      for line in 0..<rows / 2 {
        let filled = min(8, height - middle - 8 * line)
        guard filled > 0 else { break }
        put(glyphs[filled], band, (rows + 1) / 2 + line, column, on: canvas)
        putHanging(filled, band, rows / 2 - 1 - line, column, on: canvas)
      }
    }
  }

  /// Draws the upper eighths of a cell: no such characters exist but the lower ones, reversed.
  private func putHanging(
    _ filled: Int, _ band: Band, _ line: Int, _ column: Int, on canvas: Canvas
  ) {
    guard filled < 8 else { return put("█", band, line, column, on: canvas) }
    let face = column < heard ? band.played : band.rest
    let glyph = String(WaveformStyle.blocks.columns[8 - filled])
    let cell = canvas.cell(row: canvas.rows - 1 - line, column: column)
    guard let theme else {
      let attributes: Theme.Attributes = column < heard ? .reverse : [.reverse, .dim]
      let black = Color(red: 0, green: 0, blue: 0)
      let plain = CellColors(foreground: black, attributes: attributes, isDecoration: true)
      cell.put(glyph, face, colors: plain)
      return
    }
    let colors = CellColors(
      foreground: theme.style(of: canvas.ground).background,
      background: theme.style(of: face).foreground, isDecoration: true)
    cell.put(glyph, face, colors: colors)
  }

  /// Dots of braille, two samples a cell.
  func drawDots(_ each: Double, on canvas: Canvas) {
    let rows = canvas.rows
    let samples = levels.strokes(
      from: start.seconds - each / 2, each: each / 2, count: 2 * canvas.columns)
    func height(_ stroke: WaveformLevels.Stroke) -> Int {
      max(1, Int((stroke.height * Float(4 * rows)).rounded()))
    }
    for column in 0..<canvas.columns {
      guard let left = samples[2 * column] ?? samples[2 * column + 1] else { continue }
      let right = samples[2 * column + 1] ?? left
      let (first, second) = (height(left), height(right))
      for line in 0..<rows {
        let dots =
          Dots.left[max(0, min(4, first - 4 * line))]
          | Dots.right[max(0, min(4, second - 4 * line))]
        guard dots != 0 else { break }
        let band = band(
          of: left, from: 8 * line, to: 8 * line + 8, 2 * max(first, second), rows: rows)
        put(Dots.cell(dots), band, line, column, on: canvas)
      }
    }
  }

  /// A groove: one dot wide, to both sides of the middle.
  func drawGroove(_ each: Double, on canvas: Canvas) {
    let rows = canvas.rows
    for (column, stroke) in strokes(each, on: canvas) {
      let height = max(1, Int((stroke.height * Float(2 * rows)).rounded()))
      let band = band(of: stroke, from: 0, to: 0, 1, rows: 1)
      for line in 0..<rows {
        // The dots of the cell, of all from the bottom up.
        let filled = max(0, 2 * rows - height - 4 * line)..<max(0, 2 * rows + height - 4 * line)
        let dots = filled.clamped(to: 0..<4).reduce(UInt32(0)) { $0 | Dots.single[$1] }
        if dots != 0 { put(Dots.cell(dots), band, line, column, on: canvas) }
      }
    }
  }

  /// Dots of a braille cell, from the bottom up.
  private enum Dots {
    static let single: [UInt32] = [0x40, 0x04, 0x02, 0x01]
    /// By the number of dots.
    static let left: [UInt32] = [0, 0x40, 0x44, 0x46, 0x47]
    static let right: [UInt32] = [0, 0x80, 0xA0, 0xB0, 0xB8]

    static func cell(_ dots: UInt32) -> Character {
      Character(Unicode.Scalar(0x2800 + dots) ?? " ")
    }
  }
}

import Music
import Screen

/// The spectrum, wave or meter of what is heard, as large as its canvas.
struct VisualView {
  let picture: Visual.Picture
  /// Whether bars are lamps.
  let isLamps: Bool
  /// Whether only characters of ASCII may be used.
  let isASCII: Bool

  init(_ app: App) {
    picture = app.visual.picture
    isLamps = app.skins.shape.wave == .led
    isASCII = app.skins.choice == .ascii || app.terminal.fittingWaveform == .ascii
  }

  /// dBFS at the bottom and the top of a bar.
  private static let range: (low: Float, high: Float) = (-66, -6)
  private static let meterRange: (low: Float, high: Float) = (-60, 0)

  /// Bands of a spectrum: bars of one column, or of two where there is room, with gaps.
  static func bands(columns: Int) -> Int {
    columns > 3 * 48 ? 48 : max(1, columns >= 90 ? (columns + 1) / 3 : (columns + 1) / 2)
  }

  func draw(on canvas: Canvas) {
    guard canvas.rows > 0, canvas.columns > 0 else { return }
    switch picture {
    case .none: break
    case .spectrum(let bars): drawSpectrum(bars, on: canvas)
    case .wave(let parts): drawWave(parts, on: canvas)
    case .meter(let channels): drawMeter(channels, on: canvas)
    }
  }

  private static func part(_ level: Float, of range: (low: Float, high: Float)) -> Float {
    max(0, min(1, (level - range.low) / (range.high - range.low)))
  }

  // MARK: Spectrum

  private static func face(hertz: Double) -> Face {
    hertz < 250 ? .waveBass : hertz < 4_000 ? .waveMiddle : .waveTreble
  }

  private func drawSpectrum(_ bars: [HeldLevel], on canvas: Canvas) {
    let pitch = max(1, (canvas.columns + 1) / max(1, bars.count))
    let width = max(1, pitch - 1)
    let left = max(0, canvas.columns + 1 - pitch * bars.count) / 2
    for (band, bar) in bars.enumerated() {
      let face = Self.face(hertz: HeardSound.frequency(ofBand: band, of: bars.count))
      let column = canvas.columns(from: left + band * pitch, count: width)
      drawBar(bar, face, on: column)
    }
  }

  private func drawBar(_ bar: HeldLevel, _ face: Face, on canvas: Canvas) {
    let glyphs = (isASCII ? WaveformStyle.ascii : .blocks).columns
    let height = Float(8 * canvas.rows)
    let filled = Int((Self.part(bar.level, of: Self.range) * height).rounded())
    let peak = Int((Self.part(bar.peak, of: Self.range) * height).rounded())
    for row in 0..<canvas.rows {
      let line = canvas.line(canvas.rows - 1 - row)
      let eighths = min(8, filled - 8 * row)
      if eighths > 0 {
        line.fill(isLamps ? (isASCII ? "=" : "▄") : glyphs[eighths], face)
      } else if peak > 0, (peak - 1) / 8 == row {
        line.fill(isASCII ? "-" : peakGlyph((peak - 1) % 8), face)
      } else if row == 0 {
        line.fill(isASCII ? "." : "▁", .faint)
      }
    }
  }

  private func peakGlyph(_ eighth: Int) -> Character {
    isLamps ? "▄" : eighth < 3 ? "▁" : eighth < 6 ? "─" : "▔"
  }

  // MARK: Wave

  private func drawWave(_ parts: [ClosedRange<Float>], on canvas: Canvas) {
    let height = 4 * canvas.rows
    /// The dot of a sample, from the top.
    func dot(_ sample: Float) -> Int {
      let down = (1 - max(-1, min(1, sample))) / 2
      return min(height - 1, Int(down * Float(height)))
    }
    for column in 0..<min(canvas.columns, parts.count / 2) {
      var cells = [UInt32](repeating: 0, count: canvas.rows)
      for side in 0..<2 {
        let part = parts[2 * column + side]
        for dot in dot(part.upperBound)...dot(part.lowerBound) {
          cells[dot / 4] |= Self.dots[4 * side + dot % 4]
        }
      }
      for (row, dots) in cells.enumerated() where dots != 0 {
        let distance = abs(2 * row + 1 - canvas.rows) * 2
        let face: Face = distance > canvas.rows ? .waveTreble : .waveMiddle
        canvas.cell(row: row, column: column).fill(glyph(dots), face)
      }
    }
  }

  private func glyph(_ dots: UInt32) -> Character {
    if isASCII { return dots.nonzeroBitCount > 4 ? "#" : ":" }
    return Character(Unicode.Scalar(0x2800 + dots) ?? " ")
  }

  /// The left column of a braille cell from the top, then the right one.
  private static let dots: [UInt32] = [0x01, 0x02, 0x04, 0x40, 0x08, 0x10, 0x20, 0x80]

  // MARK: Meter

  private func drawMeter(_ channels: [Visual.Channel], on canvas: Canvas) {
    let hasScale = canvas.rows > channels.count
    // Each channel has as many lines as there are.
    let lines = max(1, (canvas.rows - (hasScale ? 1 : 0)) / max(1, channels.count))
    for (index, channel) in channels.enumerated() {
      let top = index * lines
      for row in top..<min(canvas.rows, top + lines) {
        drawMeter(channel, on: bar(of: canvas.line(row)))
      }
      let line = canvas.line(top)
      line.put(index == 0 ? "L" : "R", .dimmed)
      let isClipped = channel.clipEnd != nil
      line.put(
        isClipped ? "CLIP" : Self.text(channel.peak.peak), isClipped ? .warning : .dimmed,
        align: .right)
    }
    if hasScale { drawScale(on: bar(of: canvas.line(lines * channels.count))) }
  }

  /// The columns between a channel's name and its peak.
  private func bar(of line: Canvas) -> Canvas { line.inset(left: 2, right: 6) }

  private static func text(_ level: Float) -> String {
    guard level > meterRange.low else { return "−∞" }
    let tenths = Int((level * 10).rounded())
    return (tenths < 0 ? "−" : "") + "\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }

  /// Average level as a bar, the peak as a line behind it, and the held peak as a mark.
  private func drawMeter(_ channel: Visual.Channel, on bar: Canvas) {
    let columns = Float(bar.columns)
    let rms = Int((Self.part(channel.rms, of: Self.meterRange) * columns).rounded())
    let peak = Int((Self.part(channel.peak.level, of: Self.meterRange) * columns).rounded())
    let held = Int((Self.part(channel.peak.peak, of: Self.meterRange) * columns).rounded(.up)) - 1
    for column in 0..<bar.columns {
      let level =
        Self.meterRange.low + Float(column) / columns
        * (Self.meterRange.high - Self.meterRange.low)
      let face: Face = level >= -6 ? .waveTreble : level >= -18 ? .waveMiddle : .waveBass
      let cell = bar.cell(column: column)
      if column < rms {
        cell.fill(isASCII ? "#" : isLamps ? "■" : "█", face)
      } else if column == held {
        cell.fill(isASCII ? "|" : "┃", face)
      } else if column < peak {
        cell.fill(isASCII ? "=" : "━", face)
      } else {
        cell.fill(isASCII ? "-" : "─", .faint)
      }
    }
  }

  private func drawScale(on bar: Canvas) {
    for level in [-48, -36, -24, -12, 0] {
      let text = level == 0 ? "0" : "−\(-level)"
      let part = Self.part(Float(level), of: Self.meterRange)
      bar.put(text, .faint, at: max(0, Int(part * Float(bar.columns)) - text.count))
    }
  }
}

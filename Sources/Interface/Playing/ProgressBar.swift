import Music
import Screen

/// The position bar, where a click seeks: a waveform, or else a plain line.
struct ProgressBar {
  let app: App

  /// The bar's rectangle, if it is visible.
  static func rect(in layout: Layout) -> Rect? {
    if let wave = layout.wave { return wave }
    return layout.besideCover.map { $0.line($0.rows - 2) }
  }

  /// The column of a position on a bar; the last column is the end.
  private func column(
    of position: Duration, in span: (start: Duration, length: Duration), _ bar: Canvas
  ) -> Int {
    let part = min(1, max(0, (position - span.start).seconds / span.length.seconds))
    return Int((Double(bar.columns - 1) * part).rounded())
  }

  /// - Parameter marks: the line of cues and beats; nil to draw them on the bar.
  func draw(on bar: Canvas, marks: Canvas? = nil) {
    guard !bar.rect.isEmpty else { return }
    if let waveform = app.shownWaveform, let span = app.barSpan {
      draw(waveform, span, on: bar, marks)
    } else {
      drawLine(on: bar.line(bar.rows / 2))
    }
  }

  private func drawLine(on line: Canvas) {
    let knob = app.barSpan.map { column(of: app.positionInFile, in: $0, line) } ?? 0
    let glyphs = app.skins.shape.progress
    line.fill(glyphs.rest, .progressRest)
    guard app.player.item != nil, !app.isLive else { return }
    line.columns(from: 0, count: knob).fill(glyphs.done, .progress)
    draw(CueMarks(app, columns: line.columns)?.marks(of: app) ?? [], on: line)
    line.put(String(glyphs.head), .accent, at: knob)
  }

  private func draw(
    _ waveform: WaveformLevels, _ span: (start: Duration, length: Duration), on bar: Canvas,
    _ markLine: Canvas?
  ) {
    let head = column(of: app.positionInFile, in: span, bar)
    let marks =
      proposals(bar.columns, span) + (CueMarks(app, columns: bar.columns)?.marks(of: app) ?? [])
    let beats = beatMarks(bar.columns, span)
    // Marks get a line of their own on a high bar: they would hide the loud parts.
    let hasMarkLine = markLine == nil && bar.rows >= 3 && !(marks.isEmpty && beats.isEmpty)
    WaveformView(
      levels: waveform, style: app.waveformStyle, wave: app.skins.shape.wave,
      theme: app.hasColors ? app.skins.theme : nil, start: span.start, length: span.length,
      heard: head
    ).draw(on: hasMarkLine ? bar.inset(top: 1) : bar)
    if hasMarkLine || markLine != nil { draw(beats, on: markLine ?? bar) }
    draw(marks, on: markLine ?? bar)
    bar.columns(from: head, count: 1).fill(app.waveformStyle.playhead, .accent)
  }

  private func draw(_ marks: [CueMarks.Mark], on line: Canvas) {
    for mark in marks { line.put(mark.glyph, mark.face, at: mark.column) }
  }

  /// The proposed mix points, dimmed, for kinds without a cue.
  private func proposals(_ columns: Int, _ span: (start: Duration, length: Duration))
    -> [CueMarks.Mark]
  {
    guard let analysis = app.audibleAnalysis?.analysis else { return [] }
    let cues = Cue.mixProposals(analysis.mixIn, analysis.mixOut, besides: app.cues)
    return CueMarks(cues: cues, start: span.start, length: span.length, columns: columns).marks
      .map { CueMarks.Mark(column: $0.column, glyph: $0.glyph, face: .faint) }
  }

  /// The beats, where they are at least two columns apart.
  private func beatMarks(_ columns: Int, _ span: (start: Duration, length: Duration))
    -> [CueMarks.Mark]
  {
    guard app.shownZoom != nil, columns > 1, let tempo = app.audibleAnalysis?.analysis?.tempo,
      tempo.bpm > 0, 60 / tempo.bpm * Double(columns - 1) / span.length.seconds >= 2
    else { return [] }
    let (start, length) = (span.start.seconds, span.length.seconds)
    let beats = tempo.grid.beats(in: start..<start + length)
    return beats.prefix(columns).map { beat in
      let column = Int((Double(columns - 1) * (beat - start) / length).rounded())
      return CueMarks.Mark(
        column: max(0, min(columns - 1, column)), glyph: String(app.waveformStyle.beat),
        face: .dimmed)
    }
  }
}

import Music
import Screen

/// How much of the track was heard, in the place where a click seeks: over its waveform, or else a
/// plain line.
struct ProgressBar {
  let app: App

  /// Where it is, if it shows.
  static func rect(in layout: Layout) -> Rect? {
    if let strip = layout.strip, strip.rows >= 3 {
      return strip.line(strip.rows >= 4 ? 2 : 1).inset(left: 1, right: 1)
    }
    guard let pane = layout.panes[.nowPlaying], pane.rows >= 6 else { return nil }
    return NowPlayingRows(pane).bar.inset(left: 1, right: 1)
  }

  /// The column of a place among those of a bar; the last one is the end.
  private func column(
    of place: Duration, in span: (start: Duration, length: Duration), _ rect: Rect
  )
    -> Int
  {
    let part = min(1, max(0, (place - span.start).seconds / span.length.seconds))
    return Int((Double(rect.columns - 1) * part).rounded())
  }

  func draw(into frame: inout Frame, in rect: Rect, ground: Ground = .base) {
    guard !rect.isEmpty else { return }
    if let waveform = app.shownWaveform, let span = app.barSpan {
      draw(waveform, span, into: &frame, in: rect, ground: ground)
    } else {
      drawLine(into: &frame, in: rect.line(rect.rows / 2), ground: ground)
    }
  }

  private func drawLine(into frame: inout Frame, in rect: Rect, ground: Ground) {
    let span = app.barSpan
    let knob = span.map { column(of: app.positionInFile, in: $0, rect) } ?? 0
    frame.fill(rect, "─", face: .progressRest, ground: ground)
    guard app.player.item != nil, !app.isLive else { return }
    frame.fill(
      Rect(row: rect.row, column: rect.column, rows: 1, columns: knob), "━", face: .progress,
      ground: ground)
    draw(CueMarks(app, columns: rect.columns)?.marks ?? [], into: &frame, in: rect, ground: ground)
    frame.put("●", row: rect.row, column: rect.column + knob, face: .accent, ground: ground)
  }

  private func draw(
    _ waveform: WaveformLevels, _ span: (start: Duration, length: Duration),
    into frame: inout Frame, in rect: Rect, ground: Ground
  ) {
    let head = column(of: app.positionInFile, in: span, rect)
    var marks = CueMarks(app, columns: rect.columns)?.marks ?? []
    marks = proposals(rect.columns, span) + marks
    let beats = beatMarks(rect.columns, span)
    // Marks have a line of their own where there are enough: they would hide what is loud.
    let hasLane = rect.rows >= 3 && !(marks.isEmpty && beats.isEmpty)
    WaveformView(
      levels: waveform, style: app.waveformStyle, start: span.start, length: span.length,
      heard: head
    ).draw(into: &frame, in: hasLane ? rect.inset(top: 1) : rect, ground: ground)
    if hasLane { draw(beats, into: &frame, in: rect, ground: ground) }
    draw(marks, into: &frame, in: rect, ground: ground)
    frame.fill(
      Rect(row: rect.row, column: rect.column + head, rows: rect.rows, columns: 1),
      app.waveformStyle.playhead, face: .accent, ground: ground)
  }

  private func draw(
    _ marks: [CueMarks.Mark], into frame: inout Frame, in rect: Rect, ground: Ground
  ) {
    for mark in marks {
      frame.put(
        mark.glyph, row: rect.row, column: rect.column + mark.column, face: mark.face,
        ground: ground)
    }
  }

  /// Where it could be mixed in and out, dimly, as long as no cue says so.
  private func proposals(_ columns: Int, _ span: (start: Duration, length: Duration))
    -> [CueMarks.Mark]
  {
    guard let analysis = app.heardSound?.analysis else { return [] }
    let cues = Cue.mixProposals(analysis.mixIn, analysis.mixOut, besides: app.cues)
    return CueMarks(cues: cues, start: span.start, length: span.length, columns: columns).marks
      .map { CueMarks.Mark(column: $0.column, glyph: $0.glyph, face: .faint) }
  }

  /// The beats, where they are far enough from each other to be told apart.
  private func beatMarks(_ columns: Int, _ span: (start: Duration, length: Duration))
    -> [CueMarks.Mark]
  {
    guard app.shownZoom != nil, columns > 1, let tempo = app.heardSound?.analysis?.tempo,
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

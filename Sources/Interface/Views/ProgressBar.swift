import Music
import Screen

/// How much of the track was heard, in the place where a click seeks.
struct ProgressBar {
  let app: App

  /// Where it is, if it shows.
  static func rect(in layout: Layout) -> Rect? {
    if let strip = layout.strip, strip.rows >= 3 {
      return strip.line(strip.rows >= 4 ? 2 : 1).inset(left: 1, right: 1)
    }
    guard let pane = layout.panes[.nowPlaying], pane.rows >= 6 else { return nil }
    return pane.line(NowPlayingView.barRow(in: pane)).inset(left: 1, right: 1)
  }

  func draw(into frame: inout Frame, in rect: Rect, ground: Ground = .base) {
    let part: Double =
      if let duration = app.duration, duration > .zero, app.player.item != nil {
        min(1, app.position.seconds / duration.seconds)
      } else {
        0
      }
    let knob = Int((Double(rect.columns - 1) * part).rounded())
    frame.fill(rect, "─", face: .progressRest, ground: ground)
    guard app.player.item != nil, !app.isLive else { return }
    frame.fill(
      Rect(row: rect.row, column: rect.column, rows: 1, columns: knob), "━", face: .progress,
      ground: ground)
    for mark in CueMarks(app, columns: rect.columns)?.marks ?? [] {
      frame.put(
        mark.glyph, row: rect.row, column: rect.column + mark.column, face: mark.face,
        ground: ground)
    }
    frame.put("●", row: rect.row, column: rect.column + knob, face: .accent, ground: ground)
  }
}

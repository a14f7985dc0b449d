import Music
import Screen

/// A track that follows in a line: its names and time, the change of tempo and its key.
struct FollowingTrackLine {
  let app: App
  let track: Track
  /// The track in front of it.
  let before: Track
  /// "Next" or "Then".
  let name: String

  init(_ app: App, _ track: Track, after before: Track, as name: String) {
    (self.app, self.track, self.before, self.name) = (app, track, before, name)
  }

  /// The columns from which on the change and the key have theirs, and from which on the time is
  /// beside them.
  private static let (columnsOfFit, columnsOfTime) = (24, 44)

  func draw(on line: Canvas) {
    guard !line.rect.isEmpty else { return }
    var line = line
    line.write(name, .header)
    line.skip(2)
    let showsFit = line.columns >= Self.columnsOfFit && hasFit
    let hasTime = line.columns >= Self.columnsOfTime || !showsFit
    if showsFit { drawFit(on: &line) }
    if hasTime, let duration = track.audio.duration {
      line.writeRight(duration.clockText, .dimmed, gap: 2)
    }
    let room = line.columns
    line.write(TextWidth.truncated(track.title, to: max(room * 55 / 100, 12)), .text)
    line.skip(2)
    if line.columns >= 6 { line.put(track.tags.artist ?? "", .dimmed) }
  }

  private var fit: MixFit { MixFit(from: before.mixPoint, to: track.mixPoint) }

  private var hasFit: Bool {
    fit.difference != nil || FindingsText(track: track, notation: app.keyNotation).key != nil
  }

  private func drawFit(on line: inout Canvas) {
    let key = FindingsText(track: track, notation: app.keyNotation)
    let text = key.keyColumn(width: 4)
    if text.isEmpty {
      line = line.inset(right: 6)
    } else {
      let colors = app.hasColors ? key.key?.blockColors : nil
      let chip = " \(text) "
      let width = TextWidth.columns(of: chip)
      line.columns(from: line.columns - width, count: width).on(.field).put(
        chip, .text, colors: colors)
      line = line.inset(right: max(6, width + 2))
    }
    let change = fit.difference == nil ? "" : MixCells.change(fit.difference) + " %"
    line.columns(from: line.columns - 8, count: 8).put(change, .dimmed, align: .right)
    line = line.inset(right: 9)
  }
}

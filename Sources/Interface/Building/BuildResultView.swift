import Music
import Screen

/// The result of a build as a list, with the reason of the row at the cursor below it.
struct BuildResultView {
  let panel: BuildResultPanel
  let app: App

  private static func box(in size: Size, title: String = "") -> WindowBox {
    WindowBox(
      size: size, rows: size.rows < 14 ? size.rows : size.rows - 1,
      columns: min(110, size.columns < 60 ? size.columns : size.columns - 4), title: title)
  }

  static func list(in size: Size) -> Rect {
    box(in: size).inside.inset(bottom: size.rows < 14 ? 2 : 3)
  }

  static func height(in size: Size) -> Int { max(1, list(in: size).rows) }

  static func windowList(of panel: BuildResultPanel, in size: Size) -> WindowList {
    WindowList(rect: list(in: size), count: panel.rows.count, scrolledTo: panel.cursor)
  }

  /// The row at a position on the screen.
  static func row(at position: Position, of panel: BuildResultPanel, in size: Size) -> Int? {
    let index = windowList(of: panel, in: size).row(at: position)
    return index.flatMap { panel.rows.isHeading($0) ? nil : $0 }
  }

  func draw(into frame: inout Frame) {
    BuildResultView.box(in: app.size, title: panel.title).draw(into: &frame) { inside in
      let area = inside.part(BuildResultView.list(in: app.size))
      let (rows, top) = (panel.rows, BuildResultView.windowList(of: panel, in: app.size).top)
      for (line, index) in zip(0..<area.rows, top..<max(top, rows.count)) {
        draw(rows[index], on: area.line(line, isSelected: index == panel.cursor.selected))
      }
      let below = inside.inset(top: area.rows)
      let line = below.line(below.rows - 2)
      if let reason = BuildResultView.reasonOff(panel, app) {
        line.put(reason, .warning)
      } else {
        line.put(panel.explanation, .dimmed)
      }
      below.putKeys(BuildResultView.hints(panel, app).shown(app.keymap, in: .buildResult))
    }
  }

  /// Why a dry run cannot be built as it stands; nil where it can, and for builds.
  static func reasonOff(_ panel: BuildResultPanel, _ app: App) -> String? {
    panel.finished.result.isDryRun
      ? app.building.reasonOff(panel.finished.options.service) : nil
  }

  private static func hints(_ panel: BuildResultPanel, _ app: App) -> [Hint] {
    var hints: [Hint] = []
    if panel.finished.result.isDryRun {
      if reasonOff(panel, app) == nil {
        let isNarrow = app.size.columns < 60
        hints = [Hint(.accept, does: isNarrow ? "build" : "build as it stands")]
      }
    } else if panel.finished.link != nil {
      hints = [Hint(.accept, does: "open"), Hint(.buildResult(.copy), does: "copy link")]
    } else if panel.finished.options.service == .local {
      hints = [Hint(.accept, does: "go there")]
    }
    return hints + [Hint(.buildResult(.form), does: "options"), Hint(.close, does: "close")]
  }

  private func draw(_ row: BuildResultRows.Row, on line: Canvas) {
    var line = line
    let isWide = line.columns >= 70
    let indent = line.columns >= 60 ? 2 : 0
    let digits = "\(panel.finished.result.prepared.count)".count
    switch row {
    case .heading(let text): line.put(text, .header)
    case .tracks(let text):
      line.writeRight("rank · source", .header, gap: 2)
      line.put(text, .header)
    case .statistic(let text), .note(let text): line.put(text, .text, at: indent)
    case .track(let number, let track):
      let reason =
        isWide && track.artists != [track.artist]
        ? "\(track.artist) \(track.shortReason)" : track.shortReason
      line.writeRight(reason, .dimmed, upTo: line.columns / 3, gap: 2)
      line.put("\(number)".padded(to: digits), .dimmed, at: indent, keep: nil)
      line.put(track.text, .text, at: indent + digits + 2)
    case .leftOut(let track):
      line.writeRight(track.reason.text, .dimmed, upTo: line.columns / 2, gap: 2)
      line.put("\(track.artist) – \(track.title)", .dimmed, at: indent)
    case .skipped(let artist):
      line.writeRight(artist.reason.text, .warning, upTo: line.columns * 2 / 3, gap: 2)
      line.put(artist.name, .text, at: indent)
    }
  }
}

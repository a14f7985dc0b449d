import Music
package import Screen

/// Draws the whole screen from the state.
package struct ScreenView {
  let app: App
  let layout: Layout

  package static func frame(of app: App) -> Frame {
    let view = ScreenView(app: app, layout: app.layout)
    var frame = Frame(size: app.size, title: view.title)
    view.draw(into: &frame)
    return frame
  }

  private var title: String {
    guard let track = app.playing.track, app.player.item != nil else { return "Tritone" }
    return app.playing.title(of: track) + (track.tags.artist.map { " — \($0)" } ?? "")
      + " · Tritone"
  }

  private func draw(into frame: inout Frame) {
    guard layout.form != .tooSmall else {
      let least = Layout.minimumSize
      let lines = ["Too small", "Make it \(least.columns) × \(least.rows)"]
      return frame.draw(in: frame.bounds) { $0.put(lines: lines, .text) }
    }
    drawRules(into: &frame)
    if let tabs = layout.tabs { frame.draw(in: tabs, Tabs.panes(app).draw(on:)) }
    if let strip = layout.strip { StripView(app: app).draw(into: &frame, in: strip) }
    for (pane, rect) in layout.panes {
      let tabs = pane.content.tabs(in: app)
      if tabs.areShown(in: layout) { frame.draw(in: rect.line(0), tabs.draw(on:)) }
      pane.content.draw(into: &frame, in: rect, of: app)
    }
    if let slots = layout.slots {
      MixView(app: app, layout: layout).drawLine(into: &frame, in: slots)
    }
    if let bar = layout.bar { PlayerBar(app: app, layout: layout).draw(into: &frame, in: bar) }
    MessageLine(app: app, layout: layout).draw(into: &frame, in: layout.message)
    for overlay in app.overlays { overlay.window.draw(into: &frame, of: app) }
  }

  /// The lines between the panes; those around the focused one are highlighted.
  private func drawRules(into frame: inout Frame) {
    let (rects, area) = (layout.panes.values, layout.paneArea)
    for rect in rects { drawRules(around: rect, in: area, .border, into: &frame) }
    if let rect = layout.panes[app.focus] {
      drawRules(around: rect, in: area, .borderFocused, into: &frame)
    }
    // Panes are in columns: horizontal lines join the vertical ones between the columns.
    for rect in rects where rect.bottom < area.bottom {
      for column in [rect.column - 1, rect.right] where (0..<area.right).contains(column) {
        let endsHere = rects.contains { $0.bottom == rect.bottom && $0.right == column }
        let beginsHere = rects.contains { $0.bottom == rect.bottom && $0.column == column + 1 }
        let joint = endsHere ? (beginsHere ? "┼" : "┤") : "├"
        frame.put(joint, row: rect.bottom, column: column, face: .border, ground: .base)
      }
    }
  }

  private func drawRules(
    around rect: Rect, in area: Rect, _ face: Face, into frame: inout Frame
  ) {
    for column in [rect.column - 1, rect.right] where (area.column..<area.right).contains(column) {
      let line = Rect(row: rect.row, column: column, rows: rect.rows, columns: 1)
      frame.fill(line, "│", face: face, ground: .base)
    }
    for row in [rect.row - 1, rect.bottom] where (area.row..<area.bottom).contains(row) {
      let line = Rect(row: row, column: rect.column, rows: 1, columns: rect.columns)
      frame.fill(line, "─", face: face, ground: .base)
    }
  }
}

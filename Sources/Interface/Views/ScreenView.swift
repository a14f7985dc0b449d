import Music
package import Screen

/// The whole screen as a picture of the state.
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
      let least = Layout.smallest
      let lines = ["Too small", "Make it \(least.columns) × \(least.rows)"]
      for (row, text) in lines.enumerated() {
        frame.put(text, row: row, column: 0, face: .text, ground: .base)
      }
      return
    }
    drawRules(into: &frame)
    if let tabs = layout.tabs {
      Tabs.panes(app).draw(into: &frame, row: tabs.row, column: 0, limit: tabs.columns)
    }
    if let strip = layout.strip { StripView(app: app).draw(into: &frame, in: strip) }
    for (pane, rect) in layout.panes {
      switch pane {
      case .library: LibraryView(app: app, layout: layout).draw(into: &frame, in: rect)
      case .nowPlaying: NowPlayingView(app: app, layout: layout).draw(into: &frame, in: rect)
      case .mix: MixView(app: app, layout: layout).draw(into: &frame, in: rect)
      case .playlists: PlaylistsView(app: app, layout: layout).draw(into: &frame, in: rect)
      }
    }
    if let slots = layout.slots {
      MixView(app: app, layout: layout).drawLine(into: &frame, in: slots)
    }
    if let bar = layout.bar { PlayerBar(app: app, layout: layout).draw(into: &frame, in: bar) }
    MessageLine(app: app, layout: layout).draw(into: &frame, in: layout.message)
    for overlay in app.overlays { overlay.window.draw(into: &frame, of: app) }
  }

  /// The lines between the panes; those around the focused one stand out.
  private func drawRules(into frame: inout Frame) {
    guard layout.form == .full, let library = layout.panes[.library],
      let mix = layout.panes[.mix], let nowPlaying = layout.panes[.nowPlaying],
      let playlists = layout.panes[.playlists]
    else { return }
    let column = library.right
    for row in 0..<mix.bottom {
      let left: Pane = row < library.bottom ? .library : .mix
      let right: Pane = row < nowPlaying.bottom ? .nowPlaying : .playlists
      let face: Face = app.focus == left || app.focus == right ? .borderFocused : .border
      frame.put("│", row: row, column: column, face: face, ground: .base)
    }
    rule(row: library.bottom, from: 0, to: column, above: .library, below: .mix, into: &frame)
    rule(
      row: nowPlaying.bottom, from: playlists.column, to: playlists.right, above: .nowPlaying,
      below: .playlists, into: &frame)
    frame.put("┤", row: library.bottom, column: column, face: .border, ground: .base)
    let joint = nowPlaying.bottom == library.bottom ? "┼" : "├"
    frame.put(joint, row: nowPlaying.bottom, column: column, face: .border, ground: .base)
  }

  private func rule(
    row: Int, from left: Int, to right: Int, above: Pane, below: Pane, into frame: inout Frame
  ) {
    let face: Face = app.focus == above || app.focus == below ? .borderFocused : .border
    frame.fill(
      Rect(row: row, column: left, rows: 1, columns: right - left), "─", face: face, ground: .base)
  }
}

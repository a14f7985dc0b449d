import Music
package import Screen

/// Draws the whole screen from the state.
package struct ScreenView {
  let app: App
  let layout: Layout

  package static func frame(of app: App) -> Frame {
    let view = ScreenView(app: app, layout: app.layout)
    var frame = Frame(size: app.size, title: view.title, border: app.skins.shape.border)
    frame.progress = app.shownProgress
    view.draw(into: &frame)
    if app.skins.choice == .ascii {
      frame.replaceSigns()
    } else if app.terminal.fittingWaveform == .ascii {
      // A font without the eighths of a block has none of these either.
      frame.replaceReactions()
    }
    return frame
  }

  /// Draws the moving picture of what is heard anew into a frame of the same state but for that.
  ///
  /// - Returns: whether the frame is the one of the state now.
  package static func drawVisual(of app: App, into frame: inout Frame) -> Bool {
    // Nothing may lie over it.
    guard let rect = app.visualRect, app.overlays.isEmpty, app.terminal.pendingKeys.isEmpty,
      app.skins.choice != .ascii, frame.size == app.size
    else { return false }
    frame.fill(rect, ground: .base)
    frame.draw(in: rect, VisualView(app).draw(on:))
    return true
  }

  private var title: String {
    guard let track = app.playing.track, app.player.item != nil else { return "Tritone" }
    if let book = app.book?.book { return book.details.title + " · Tritone" }
    return app.playing.title(of: track) + (track.tags.artist.map { " — \($0)" } ?? "")
      + " · Tritone"
  }

  private func draw(into frame: inout Frame) {
    guard layout.form != .tooSmall else {
      let least = Layout.minimumSize
      let lines = ["Too small", "Make it \(least.columns) × \(least.rows)"]
      return frame.draw(in: frame.bounds) { $0.put(lines: lines, .text) }
    }
    guard layout.form != .reader else {
      return ReaderView(app: app, layout: layout).draw(into: &frame)
    }
    if app.isBedroom, app.overlays.isEmpty {
      return frame.draw(in: frame.bounds, BedroomView(app: app).draw(on:))
    }
    frame.draw(in: frame.bounds) { PaneFrame.drawLines(of: app, layout, on: $0) }
    if let tabs = layout.tabs { frame.draw(in: tabs, Tabs.panes(app).draw(on:)) }
    StripView(app: app, layout: layout).draw(into: &frame)
    for (pane, rect) in layout.panes { draw(pane, in: rect, into: &frame) }
    if layout.otherList != nil { drawOtherList(into: &frame) }
    if let slots = layout.slots {
      MixView(app: app).draw(into: &frame, in: slots)
    }
    if let wave = layout.wave { SeekLine(app: app, layout: layout).draw(into: &frame, in: wave) }
    if let bar = layout.bar { PlayerBar(app: app, layout: layout).draw(into: &frame, in: bar) }
    for overlay in app.overlays.dropLast() {
      recede(behind: overlay.window, in: &frame)
      draw(overlay.window, into: &frame)
    }
    if let window = app.overlays.last?.window { recede(behind: window, in: &frame) }
    // The window on top gets all keys.
    if !app.overlays.isEmpty { frame.removeButtons() }
    MessageLine(app: app, layout: layout).draw(into: &frame, in: layout.message)
    WhichKeyView(app: app).draw(into: &frame)
    if let window = app.overlays.last?.window {
      // The row behind a window is selected only where the window is about it.
      if window.fadesScreen(in: app) { frame.selection = nil }
      draw(window, into: &frame)
    }
    CoverView.replaceCoveredImages(in: &frame, app)
  }

  private func draw(_ pane: Pane, in rect: Rect, into frame: inout Frame) {
    if !layout.isFullScreen {
      frame.draw(in: frame.bounds, PaneFrame(app: app, layout: layout, pane: pane).drawTitle(on:))
    }
    pane.content.draw(into: &frame, in: rect, of: app)
    let isBox = layout.boxes[pane] != nil
    ScrollBar(of: pane, in: app)?.draw(
      into: &frame, isBox ? .accent : .border, isOnLine: isBox)
  }

  /// Draws the half of the playlists pane that has not the focus, as the pane of another state.
  private func drawOtherList(into frame: inout Frame) {
    let other = app.showingOtherList
    let view = ScreenView(app: other, layout: other.layout)
    guard let rect = view.layout.panes[.playlists] else { return }
    view.draw(.playlists, in: rect, into: &frame)
  }

  private func recede(behind window: any Window, in frame: inout Frame) {
    if window.fadesScreen(in: app) { frame.recede(besides: layout.message) }
  }

  private func draw(_ window: any Window, into frame: inout Frame) {
    window.draw(into: &frame, of: app)
    ScrollBar(of: window, in: app)?.draw(into: &frame, .accent)
  }
}

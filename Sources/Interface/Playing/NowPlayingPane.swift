import Music
import Screen

/// The pane of the current track.
struct NowPlayingPane: PaneContent {
  let pane = Pane.nowPlaying
  let title = "Now Playing"
  let actsOnPlaying = true

  func tabs(in app: App) -> Tabs {
    Tabs(
      names: [title, "Lyrics"], active: app.showsLyrics ? 1 : 0, isFocused: app.focus == pane)
  }

  func command(ofTab index: Int, in app: App) -> Command {
    .pane((index == 1) == app.showsLyrics ? .focus(pane) : .nextTab)
  }

  /// Whether it plays, where no bar with a sign is below.
  func status(in app: App, columns: Int, room: Int) -> (text: String, face: Face)? {
    guard app.layout.form != .column else { return nil }
    return (NowPlayingView.stateText(app), app.isPlaying ? .accent : .dimmed)
  }

  func changeTab(by step: Int, in browsing: inout Browsing) {
    guard browsing.fullScreen == nil else { return }
    browsing.showLyrics(!browsing.showsLyrics)
  }

  func hints(in app: App) -> [(Command, String)] {
    if app.book != nil, !app.showsLyrics || app.browsing.fullScreen != nil {
      let isFull = app.browsing.fullScreen != nil
      return (isFull ? [(.pane(.fullScreen), "back")] : []) + [
        (.playing(.playPause), app.isPlaying ? "pause" : "play"),
        (.playing(.seek(10)), "skip"), (.playing(.nextTrack), "next chapter"),
        (.book(.chapters), "chapters"), (.cue(.dropMarker), "bookmark"),
        (.sound(.chooseSleep), "sleep timer"), (.help, "help"),
      ]
    }
    if app.browsing.fullScreen != nil {
      return [
        (.pane(.fullScreen), "back"), (.playing(.playPause), app.isPlaying ? "pause" : "play"),
        (.slot(.add(.one)), "mix"), (.track(.cycleRating), "rate"), (.track(.react), "react"),
        (.cue(.dropMarker), "cue"), (.mixing(.fits), "what fits"), (.finding(.zoom), "zoom"),
        (.help, "help"),
      ]
    }
    if app.showsLyrics {
      let seek: [(Command, String)] =
        app.chosenLine == nil ? [] : [(.pane(.activate), "play from here")]
      return seek + [
        (.move(.down), "line"), (.playing(.playPause), app.isPlaying ? "pause" : "play"),
        (.pane(.nextTab), "track"), (.pane(.next), "pane"), (.help, "help"),
      ]
    }
    return [
      (.playing(.playPause), app.isPlaying ? "pause" : "play"), (.playing(.seek(5)), "seek"),
      (.playing(.nextTrack), "next"), (.slot(.add(.one)), "mix"), (.track(.cycleRating), "rate"),
      (.track(.react), "react"), (.help, "help"),
    ]
  }

  func activate(in app: inout App) -> [Effect] {
    guard app.showsLyrics else { return app.performPlaying(.playPause) }
    if let line = app.chosenLine { return app.seek(toLine: line) }
    if app.browsing.fullScreen != nil { return app.performPlaying(.playPause) }
    if app.playingLyrics?.isSynced == true { app.say("\(app.key(.move(.down))) chooses a line") }
    return []
  }

  func move(by step: Int, in app: inout App) {
    if app.showsLyrics { app.moveInLyrics(by: step) }
  }

  func move(toRow index: Int, in app: inout App) {
    if app.showsLyrics {
      app.moveInLyrics(by: index < 1 ? -Lyrics.maximumLines : Lyrics.maximumLines)
    }
  }

  /// The part of the pane for lyrics.
  private func lyricsArea(_ rect: Rect, of app: App) -> Rect {
    app.fullScreenAreas?.lyrics.inset(left: FullScreenAreas.edge) ?? app.lyricsBelowTrack
      ?? rect.inset(top: 1, left: 1, right: 1)
  }

  func target(at position: Position, in rect: Rect, of app: App) -> ScreenTarget? {
    let area = lyricsArea(rect, of: app)
    let hasLyrics = app.book == nil || !app.layout.isFullScreen && app.showsLyrics
    if hasLyrics, app.showsLyrics || app.lyricsBelowTrack != nil, area.contains(position) {
      let rows = LyricsView.rows(app, size: area, keepsPlace: app.browsing.fullScreen != nil)
      let index = position.row - area.row
      guard rows.indices.contains(index), let row = rows[index],
        app.playingLyrics?.isSynced == true
      else { return .command(nil, .pane(.focus(pane))) }
      return .lyrics(row.line)
    }
    if app.book != nil, app.layout.isFullScreen {
      return .command(
        pane, BookScreen.command(at: position, in: rect, of: app) ?? .pane(.focus(pane)))
    }
    if app.book != nil, !app.showsLyrics,
      let command = BookBox.command(at: position, in: rect, of: app)
    {
      return .command(pane, command)
    }
    if let areas = app.fullScreenAreas {
      return .command(pane, areas.command(at: position, of: app) ?? .pane(.focus(pane)))
    }
    if app.layout.wave != nil,
      let command = NowPlayingBox.command(at: position, in: rect, of: app)
    {
      return .command(pane, command)
    }
    return paneTarget(at: position, in: rect, of: app)
  }

  func draw(into frame: inout Frame, in rect: Rect, of app: App) {
    if app.book != nil, app.layout.isFullScreen {
      return BookScreen(app: app).draw(into: &frame, in: rect)
    }
    if app.book != nil, !app.showsLyrics {
      return frame.draw(in: rect, BookBox(app: app).draw(on:))
    }
    if app.browsing.fullScreen != nil {
      return FullScreenView(app: app).draw(into: &frame, in: rect)
    }
    let view = NowPlayingView(app: app, layout: app.layout)
    guard app.showsLyrics else { return view.draw(into: &frame, in: rect) }
    frame.draw(in: rect) { LyricsView(app: app).draw(on: $0.part(lyricsArea(rect, of: app))) }
  }
}

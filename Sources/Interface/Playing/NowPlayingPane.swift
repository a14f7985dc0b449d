import Music
import Screen

/// The pane of the current track.
struct NowPlayingPane: PaneContent {
  let pane = Pane.nowPlaying
  let title = "Now Playing"
  let actsOnPlaying = true

  func tabs(in app: App) -> Tabs {
    let all = PlayingTab.allCases
    let active = all.firstIndex(of: app.playingTab) ?? 0
    var tabs = Tabs(names: all.map(\.title), active: active, isFocused: app.focus == pane)
    // The state, between two blanks, behind a piece of the line.
    if app.layout.form != .column {
      tabs.reserved = TextWidth.columns(of: NowPlayingView.stateText(app)) + 4
    }
    return tabs
  }

  func command(ofTab index: Int, in app: App) -> Command {
    let all = PlayingTab.allCases
    guard all.indices.contains(index), all[index] != app.playingTab else {
      return .pane(.focus(pane))
    }
    return .pane(app.playingTab.moved(by: 1) == all[index] ? .nextTab : .previousTab)
  }

  /// Whether it plays, where no bar with a sign is below.
  func status(in app: App, columns: Int, room: Int) -> (text: String, face: Face)? {
    guard app.layout.form != .column else { return nil }
    let texts =
      [NowPlayingView.stateText(app)] + (app.playing.isInterrupted ? ["In a call"] : [])
    let text = texts.first { TextWidth.columns(of: $0) <= room } ?? NowPlayingView.stateSign(app)
    return (text, app.showsPlaying ? .accent : .dimmed)
  }

  func changeTab(by step: Int, in browsing: inout Browsing) {
    guard browsing.fullScreen == nil else { return }
    browsing.show(browsing.playingTab.moved(by: step))
  }

  func hints(in app: App) -> [(Command, String)] {
    if app.book != nil, app.playingTab == .track || app.browsing.fullScreen != nil {
      let isFull = app.browsing.fullScreen != nil
      return (isFull ? [(.pane(.fullScreen), "back")] : []) + [
        (.playing(.playPause), app.showsPlaying ? "pause" : "play"),
        (.playing(.seek(10)), "skip"), (.playing(.nextTrack), "next chapter"),
        (.book(.chapters), "chapters"), (.cue(.dropMarker), "bookmark"),
        (.sound(.chooseSleep), "sleep timer"), (.help, "help"),
      ]
    }
    if app.browsing.fullScreen != nil {
      return [
        (.pane(.fullScreen), "back"), (.playing(.playPause), app.showsPlaying ? "pause" : "play"),
        (.slot(.add(.one)), "mix"), (.track(.cycleRating), "rate"),
        (.track(.cycleReaction), "react"),
        (.cue(.dropMarker), "cue"), (.mixing(.fits), "what fits"), (.finding(.zoom), "zoom"),
        (.help, "help"),
      ]
    }
    if app.showsComments {
      let own: [(Command, String)] =
        app.shownComments.isEmpty
        ? [(.pane(.activate), "write one")]
        : [
          (.pane(.activate), "go there"), (.move(.down), "comment"),
          (.comment(.write(isPlaced: true)), "write"), (.row(.edit), "edit"),
          (.row(.remove), "remove"),
        ]
      return own + [
        (.playing(.playPause), app.showsPlaying ? "pause" : "play"), (.pane(.nextTab), "track"),
        (.help, "help"),
      ]
    }
    if app.showsLyrics {
      let seek: [(Command, String)] =
        app.chosenLine == nil ? [] : [(.pane(.activate), "play from here")]
      return seek + [
        (.move(.down), "line"), (.playing(.playPause), app.showsPlaying ? "pause" : "play"),
        (.pane(.nextTab), "comments"), (.pane(.next), "pane"), (.help, "help"),
      ]
    }
    return [
      (.playing(.playPause), app.showsPlaying ? "pause" : "play"), (.playing(.seek(5)), "seek"),
      (.playing(.nextTrack), "next"), (.slot(.add(.one)), "mix"), (.track(.cycleRating), "rate"),
      (.track(.cycleReaction), "react"), (.help, "help"),
    ]
  }

  func activate(in app: inout App) -> [Effect] {
    if app.showsComments { return app.goToComment() }
    guard app.showsLyrics else { return app.performPlaying(.playPause) }
    if let line = app.chosenLine { return app.seek(toLine: line) }
    if app.browsing.fullScreen != nil { return app.performPlaying(.playPause) }
    if app.playingLyrics?.isSynced == true { app.say("\(app.key(.move(.down))) chooses a line") }
    return []
  }

  func move(by step: Int, in app: inout App) {
    if app.showsLyrics { app.moveInLyrics(by: step) }
    if app.showsComments { app.comments.move(by: step) }
  }

  func remove(in app: inout App) -> [Effect] { app.showsComments ? app.removeComment() : [] }

  func move(toRow index: Int, in app: inout App) {
    if app.showsLyrics {
      app.moveInLyrics(by: index < 1 ? -Lyrics.maximumLines : Lyrics.maximumLines)
    }
    if app.showsComments {
      app.comments.move(
        by: index < 1 ? -TrackComment.maximumOfTrack : TrackComment.maximumOfTrack)
    }
  }

  /// The part of the pane for lyrics.
  private func lyricsArea(_ rect: Rect, of app: App) -> Rect {
    app.fullScreenAreas?.lyrics.inset(left: FullScreenAreas.edge) ?? app.lyricsBelowTrack
      ?? rect.inset(top: 1, left: 1, right: 1)
  }

  /// The part of the pane for comments.
  private func commentsArea(_ rect: Rect) -> Rect { rect.inset(top: 1, left: 1, right: 1) }

  func target(at position: Position, in rect: Rect, of app: App) -> ScreenTarget? {
    if app.showsComments {
      let area = commentsArea(rect)
      guard area.contains(position) else { return paneTarget(at: position, in: rect, of: app) }
      let rows = CommentsView.rows(app, size: area)
      let index = position.row - area.row
      return rows.indices.contains(index)
        ? .comment(rows[index].comment) : .command(nil, .pane(.focus(pane)))
    }
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
    if app.book != nil, app.playingTab == .track,
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
    if app.showsComments {
      return frame.draw(in: rect) { CommentsView(app: app).draw(on: $0.part(commentsArea(rect))) }
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

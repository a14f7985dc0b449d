import Music
import Screen

// Tapping the times of lines: the window's keys.
extension App {
  mutating func openLyricsTapping() {
    guard let (track, found, music) = changeableLyrics() else { return }
    var (file, replaces) = (music.newLyrics(isLRC: true), false)
    if case .lyricsFile(let path) = found.source { (file, replaces) = (path, true) }
    var lyrics = found.lyrics
    lyrics.addTags(of: track.tags, duration: track.audio.duration)
    windows.open(
      .lyricsTap(
        LyricsTapPanel(
          lyrics, of: track.id, title: track.title, file: file, replaces: replaces,
          from: self.lyrics.line(of: track.id) ?? heardLines?.upperBound ?? 0)))
  }

  /// - Parameter track: nil closes the window of any track.
  mutating func closeLyricsTapping(of track: TrackID? = nil) {
    windows.close { overlay in
      guard case .lyricsTap(let panel) = overlay else { return false }
      return track == nil || panel.track == track
    }
  }
}

extension LyricsTapPanel: Window {
  var kind: WindowKind { .lyricsTap }

  func handle(_ input: Input, in app: inout App) -> [Effect] {
    var panel = self
    var effects: [Effect] = []
    switch input {
    case .paste: return []
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: panel.move(by: -1)
      case .wheelDown: panel.move(by: 1)
      case .press:
        guard let line = LyricsTapView(panel: self, app: app).line(at: mouse.position) else {
          return []
        }
        panel.move(to: line)
      case .drag, .release: return []
      }
    case .key(let key):
      switch app.keymap.windowAction(key, of: LyricsTapKey.self) {
      case .close: return leave(in: &app)
      case .accept: return finish(in: &app)
      case .move(let move): panel.move(by: move.step(page: app.size.rows / 2))
      case .own(.line): panel.tap(in: &app)
      case .own(.back): effects = panel.goBack(in: &app)
      case nil: return pass(key, in: &app)
      }
    }
    app.windows.replaceTop(.lyricsTap(panel))
    return effects
  }

  private func isHeard(in app: inout App) -> Bool {
    guard app.player.item?.track == track else {
      app.say("“\(title)” does not play any more")
      return false
    }
    return true
  }

  private mutating func tap(in app: inout App) {
    guard isHeard(in: &app) else { return }
    guard !isAtEnd else {
      app.say("All lines are behind; \(app.key(.accept, in: kind)) writes their times")
      return
    }
    tap(at: app.positionInFile)
  }

  /// Seconds that are heard again before the line.
  private static let lead = Duration.seconds(2)

  private mutating func goBack(in app: inout App) -> [Effect] {
    guard isHeard(in: &app) else { return [] }
    let time = min(goBack() ?? app.positionInFile, app.positionInFile)
    return app.perform(.playing(.seekTo(max(.zero, time - Self.lead - app.partStart))))
  }

  private func finish(in app: inout App) -> [Effect] {
    guard !tapped.isEmpty else {
      app.say("No line has a new time; \(app.key(.lyricsTap(.line), in: kind)) gives it one")
      return []
    }
    let new = NewLyrics(track: track, file: file, text: lyrics.lrc, replaces: replaces)
    let (timed, all) = counts
    let rest =
      timed < all
      ? "\((all - timed).counted("line")) without a time will show with the line before."
      : "Every line has a time."
    let going = Picker.Choice("Go on tapping", .nothing)
    let writing = Picker.Choice(
      (replaces ? "Replace " : "Write ") + file.name, .command(.lyrics(.write(new))))
    app.ask(
      replaces ? "Replace the lyrics?" : "Write the lyrics beside the file?", [file.text, rest],
      replaces ? [going, writing] : [writing, going])
    return []
  }

  private func leave(in app: inout App) -> [Effect] {
    guard !tapped.isEmpty else { return app.windows.closeTop() }
    app.ask(
      "Drop the new times?", ["\(tapped.count.counted("line")) would lose them."],
      [
        .init("Go on tapping", .nothing), .init("Drop them", .command(.lyrics(.leaveTapping))),
      ])
    return []
  }

  /// Keys of the player keep their meaning.
  private func pass(_ key: Key, in app: inout App) -> [Effect] {
    guard case .command(let command) = app.keymap.match([key], in: app.focus) else { return [] }
    switch command {
    case .playing(.playPause), .playing(.seek), .playing(.changeVolume), .playing(.mute),
      .sound(.changeSpeed), .sound(.speed), .redraw:
      return app.perform(command)
    case .playing, .move, .pane, .list, .slot, .queue, .row, .track, .label,
      .variation, .comment, .skin, .library, .sound,
      .playlist, .changeEntry, .template, .mixing, .cue, .finding, .lyrics, .analysis, .exchange,
      .settings, .build, .device, .book, .server, .shared, .hints, .undo, .redo, .commandLine,
      .help, .keys,
      .cancel,
      .leave, .quit:
      return []
    }
  }

  func draw(into frame: inout Frame, of app: App) {
    LyricsTapView(panel: self, app: app).draw(into: &frame)
  }
}

import Music
import Screen

/// The status line of the player: track, position and volume.
struct PlayerBar {
  let app: App
  let layout: Layout

  static func modes(_ app: App) -> [String] {
    var modes: [String] = []
    if app.queue.isShuffled { modes.append("shuffle") }
    switch app.queue.repeating {
    case .off: break
    case .all: modes.append("repeat all")
    case .one: modes.append("repeat one")
    }
    return modes
  }

  static func volume(_ app: App) -> String {
    app.audio.isMuted ? "muted" : "vol \(Int((app.audio.volume * 100).rounded()))"
  }

  /// "⨯5s", as on rows of entries; nil while off.
  static func crossfade(_ app: App) -> String? {
    let length = app.sound.crossfade
    return length == .zero ? nil : "⨯\(length.seconds.shortText)s"
  }

  /// The duration, or "LIVE" for a live stream.
  static func end(_ app: App) -> String? {
    if let book = app.book?.book { return book.duration.clockText }
    return app.isLive ? "LIVE" : app.duration?.clockText
  }

  /// The modes, the speed unless 1, the crossfade, the sleep timer and the volume: as many as fit into the
  /// columns, the last ones first.
  static func states(_ app: App, columns: Int) -> String {
    var states = modes(app)
    if app.sound.speed != 1 { states.append("\(app.sound.speed.shortText)×") }
    if let crossfade = crossfade(app) { states.append(crossfade) }
    if let sleep = app.sleepText { states.append(sleep) }
    states.append(volume(app))
    func text() -> String { states.joined(separator: " · ") }
    while states.count > 1, TextWidth.columns(of: text()) > columns { states.removeFirst() }
    return text()
  }

  func draw(into frame: inout Frame, in rect: Rect) {
    frame.draw(in: rect, ground: layout.strip == nil ? .bar : .base) { bar in
      bar.fill()
      if PlayerBar.hasChips(layout) { drawChips(on: bar) } else { drawStates(on: bar) }
    }
  }

  /// Whether there is room for parts that a click is for.
  static func hasChips(_ layout: Layout) -> Bool {
    layout.form == .full || (layout.bar?.columns ?? 0) >= 60
  }

  private func drawStates(on bar: Canvas) {
    var line = layout.strip == nil ? bar.inset(left: 1) : bar
    line.writeRight(PlayerBar.states(app, columns: bar.columns * 3 / 5) + " ", .dimmed, gap: 2)
    if case .unavailable(let reason) = app.audio.output {
      line.write("No sound: \(reason)   ", .warning)
    }
    guard drawPosition(on: &line) else { return }
    if let cue = app.currentCue, bar.columns >= 40 {
      line.write(" " + CueMarks.glyph(of: cue) + " " + cue.title, CueMarks.face(of: cue))
    }
    // Full screen and strip have the names already.
    guard !layout.isFullScreen, layout.strip == nil, let track = app.playing.track else { return }
    line.write("   " + app.shownTitle(track), .text)
    // The beginning of a name says more than a dash and an ellipsis.
    if let artist = track.isStream || app.book != nil ? app.shownArtist(track) : track.tags.artist,
      line.columns > 8
    {
      line.write(" — " + artist, .dimmed)
    }
  }

  /// - Returns: Whether there is a position.
  private func drawPosition(on line: inout Canvas) -> Bool {
    switch app.player {
    case .stopped:
      line.write("■ Stopped", .dimmed)
      return false
    case .loading where app.playing.isOpening(at: app.now): line.write("… ", .accent)
    case .loading, .playing, .paused:
      let sign = app.showsPlaying ? String(app.skins.shape.playing) : "‖"
      line.write(sign + " ", .accent)
    }
    if NowPlayingView.isBuffering(app) { line.write("Buffering… ", .accent) }
    line.write((app.bookPlace ?? app.position).clockText, .title)
    if let book = app.book?.book, let place = app.bookPlace {
      let rest = book.duration - place
      let left = "  " + BookText.left(rest, at: app.sound.speed)
      // The speed gives way before the time.
      let short = "  −" + (rest / max(0.1, app.sound.speed)).clockText
      line.write(TextWidth.columns(of: left) < line.columns ? left : short, .dimmed)
      return true
    }
    if let end = PlayerBar.end(app) { line.write(" / " + end, .dimmed) }
    return true
  }

  // MARK: Beside panes

  /// A part of the bar that a click is for.
  struct Chip: Equatable {
    let text: String
    let face: Face
    let command: Command
  }

  /// The sound settings that are not the usual ones; the first give way first.
  private var chips: [Chip] {
    var chips: [Chip] = []
    func add(_ text: String, _ command: Command, _ face: Face = .text) {
      chips.append(Chip(text: text, face: face, command: command))
    }
    if app.playing.audition != nil {
      add("listening · back to the queue", .playing(.endAudition), .warning)
    }
    let sound = app.sound
    if sound.bands.contains(where: { $0 != 0 }) || sound.tone.contains(where: { $0 != 0 }) {
      add("EQ " + sound.equalizer.title, .sound(.equalizer))
    }
    if sound.replayGain != .off { add("RG " + sound.replayGain.rawValue, .sound(.cycleReplayGain)) }
    if sound.isMono { add("mono", .sound(.toggleMono)) }
    if sound.speed != 1 { add("\(sound.speed.shortText)×", .sound(.speed(1))) }
    if let crossfade = PlayerBar.crossfade(app) { add(crossfade, .sound(.chooseCrossfade)) }
    if app.queue.isShuffled { add("shuffle", .playing(.shuffle)) }
    switch app.queue.repeating {
    case .off: break
    case .all: add("repeat all", .playing(.cycleRepeat))
    case .one: add("repeat one", .playing(.cycleRepeat))
    }
    if let sleep = app.sleepText { add(sleep, .sound(.chooseSleep)) }
    if case .unavailable(let reason) = app.audio.output {
      add("No sound: " + reason, .sound(.chooseOutput), .warning)
    }
    return chips
  }

  /// The chips that fit, with their columns on a bar of this width.
  private func placed(columns: Int) -> [(chip: Chip, column: Int)] {
    // In front of them the position and the next cue, behind them the volume.
    var right = columns - PlayerBar.volumeColumns
    var placed: [(chip: Chip, column: Int)] = []
    let end = transport(columns: columns).last.map { $0.column + $0.text.count + 1 }
    for chip in chips.reversed() {
      let whole = TextWidth.columns(of: chip.text) + 2
      let width = min(whole, max(0, right - (end ?? 20)))
      // A few columns of a longer text say nothing.
      guard width == whole || width > 6,
        right - width >= end ?? (columns / 3) || chip.face == .warning
      else {
        break
      }
      placed.append((chip, right - width))
      right -= width + 1
    }
    return placed.reversed()
  }

  /// Buttons of the player in the middle of the bar, where the skin has them.
  private func transport(columns: Int) -> [(column: Int, text: String, command: Command)] {
    guard app.skins.shape.extras.contains(.transport) else { return [] }
    let buttons: [(String, PlayingCommand, gap: Int)] = [
      ("■", .stop, 3), ("◀◀", .previousTrack, 2),
      (app.showsPlaying ? "▐ ‖ ▌" : "▐ ▶ ▌", .playPause, 2), ("▶▶", .nextTrack, 0),
    ]
    var column = (columns - buttons.reduce(0) { $0 + $1.0.count + $1.gap }) / 2
    return buttons.map { text, command, gap in
      defer { column += text.count + gap }
      return (column, text, .playing(command))
    }
  }

  /// The name, the line, the number and a column on either side.
  private static let volumeColumns = 19
  private static let volumeLine = 8

  private func drawChips(on bar: Canvas) {
    let placed = placed(columns: bar.columns)
    for (index, item) in placed.enumerated() {
      let end = index + 1 < placed.count ? placed[index + 1].column - 1 : nil
      let width = (end ?? bar.columns - PlayerBar.volumeColumns) - item.column
      bar.columns(from: item.column, count: width).filled(.field).inset(left: 1, right: 1).put(
        item.chip.text, item.chip.face)
    }
    drawVolume(on: bar)
    let transport = transport(columns: bar.columns)
    for button in transport { bar.put(button.text, .accent, at: button.column) }
    let end =
      transport.first?.column ?? placed.first?.column ?? bar.columns - PlayerBar.volumeColumns
    let start = layout.strip == nil ? 1 : 0
    var line = bar.columns(from: start, count: end - 1 - start)
    guard drawPosition(on: &line) else { return }
    if app.book != nil { return }
    if let duration = app.duration, !app.isLive {
      // Of whole seconds, so that it goes with the position in front of it.
      let left = Int(duration.seconds) - Int(app.position.seconds)
      let text = "  −" + Duration.seconds(max(0, left)).clockText
      if TextWidth.columns(of: text) <= line.columns { line.write(text, .dimmed) }
    }
    // Lyrics and comments stand where the names are otherwise.
    if app.playingTab != .track, !layout.isFullScreen, layout.strip == nil,
      let track = app.playing.track
    {
      line.write("   " + app.shownTitle(track), .text)
      if let artist = app.shownArtist(track) { line.write(" — " + artist, .dimmed) }
    }
    guard let cue = app.nextCue else { return }
    let time = cue.time - app.positionInFile
    let text = "  \(CueMarks.glyph(of: cue)) \(cue.title) in \(time.clockText)"
    if TextWidth.columns(of: text) <= line.columns { line.write(text, CueMarks.face(of: cue)) }
  }

  private func drawVolume(on bar: Canvas) {
    let area = bar.columns(
      from: bar.columns - PlayerBar.volumeColumns + 1, count: PlayerBar.volumeColumns - 2)
    area.put(app.audio.isMuted ? "muted" : "vol", app.audio.isMuted ? .warning : .dimmed)
    area.put("\(Int((app.audio.volume * 100).rounded()))", .text, align: .right)
    guard !app.audio.isMuted else { return }
    let line = area.columns(from: 4, count: PlayerBar.volumeLine)
    let last = Float(PlayerBar.volumeLine - 1)
    let knob = Int((min(1, max(0, Float(app.audio.volume))) * last).rounded())
    let glyphs = app.skins.shape.progress
    line.fill(glyphs.rest, .border)
    line.columns(from: 0, count: knob).fill(glyphs.done, .dimmed)
    line.put(String(glyphs.head), .dimmed, at: knob)
  }

  /// The volume in percent at a column of the line, or at its end beside it.
  static func volume(at column: Int, columns: Int) -> Int {
    let start = columns - volumeColumns + 5
    return max(0, min(100, (column - start) * 100 / (volumeLine - 1)))
  }

  /// The command of a click.
  func command(at column: Int, columns: Int) -> Command? {
    let volume = columns - PlayerBar.volumeColumns + 5
    if (volume..<volume + PlayerBar.volumeLine).contains(column) {
      return .playing(.setVolume(PlayerBar.volume(at: column, columns: columns)))
    }
    if column > columns - PlayerBar.volumeColumns { return .playing(.mute) }
    if let button = transport(columns: columns).first(where: {
      ($0.column - 1..<$0.column + $0.text.count + 1).contains(column)
    }) {
      return button.command
    }
    if let item = placed(columns: columns).last(where: { $0.column <= column }) {
      return item.chip.command
    }
    return column < 3 ? .playing(.playPause) : nil
  }
}

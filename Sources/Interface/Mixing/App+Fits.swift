import Music
import Screen

// Tracks that fit now: the search, and the keys of its window.
extension App {
  mutating func performMixing(_ command: MixingCommand) -> [Effect] {
    switch command {
    case .fits: return findFits()
    case .arrange: return findArrangement()
    case .join: return editJoin()
    case .clashes(let isOn):
      showsClashes = isOn
      say(
        isOn
          ? "≠ marks an entry that clashes with the one before it"
          : "Clashes of neighbours no longer show")
      return []
    }
  }

  private mutating func findFits() -> [Effect] {
    // A folder, an artist or a header has no end to mix into.
    guard let track = focusedTrack ?? playing.track else {
      say(
        actsOnPlaying
          ? "Nothing plays" : "Go to a track first: \(key(.mixing(.fits))) says what mixes into it")
      return []
    }
    guard track.mixPoint.isKnown else {
      say(App.reasonWithoutFits(track), .bad)
      return []
    }
    say("Looking for what fits…")
    terminal.fitsRequest.begin(track.id, isPlaying: focusedTrack == nil)
    windows.expect(.fits)
    return [.load(.fits(track.id))]
  }

  /// Why a track has no fits, and the remedy.
  private static func reasonWithoutFits(_ track: Track) -> String {
    if let fault = track.findings.fault {
      return "“\(track.title)” cannot be analysed (\(fault)): set its tempo or key with "
        + ":bpm or :key"
    }
    if track.findings.isAnalysed {
      return "No tempo and no key was found in “\(track.title)”: set one with :bpm or :key"
    }
    return "Neither tempo nor key of “\(track.title)” is known: the analysis finds them, "
      + "or set one with :bpm or :key"
  }

  mutating func receive(_ fits: FitList?) {
    guard let fits else {
      windows.answered(.fits)
      terminal.fitsRequest.end()
      windows.close { if case .fits = $0 { true } else { false } }
      return say("That track is gone from the library", .bad)
    }
    let shown = fitsPanel?.list.from.id
    guard terminal.fitsRequest.receive(fits.from.id, shown: shown) else { return }
    let request = windows.answered(.fits)
    if message?.kind == .plain { messages.clear() }
    guard shown == nil else {
      let size = size
      return windows.update { overlay in
        guard case .fits(var panel) = overlay else { return }
        panel.update(fits, height: FitsView.height(of: panel, in: size))
        overlay = .fits(panel)
      }
    }
    open(
      .fits(FitsPanel(fits, playing: terminal.fitsRequest.playing)), askedFor: request,
      orSay: "What fits after “\(fits.from.title)” is ready: \(key(.mixing(.fits))) shows it")
  }

  /// A window's track is listened to from its Mix In, or its beginning.
  mutating func receive(mixIn: Duration?, of track: TrackID) -> [Effect] {
    var isAwaited = false
    windows.update { overlay in
      guard case .fits(var panel) = overlay else { return }
      isAwaited = panel.receive(mixIn, of: track) || isAwaited
      overlay = .fits(panel)
    }
    guard isAwaited else { return [] }
    return apply(playing.audition([QueuedTrack(track)], from: mixIn ?? .zero, at: now))
  }

  func isListening(to track: TrackID) -> Bool { playing.audition?.track == track }

  private var fitsPanel: FitsPanel? {
    overlays.lazy.compactMap { if case .fits(let panel) = $0 { panel } else { nil } }.first
  }

  /// The fits are requested again when slots, marks or tracks have changed.
  var staleFits: [Effect] {
    fitsPanel.map { [.load(.fits(terminal.fitsRequest.track ?? $0.list.from.id))] } ?? []
  }
}

extension FitsPanel: CursorWindow {
  var kind: WindowKind { .fits }

  func handle(_ input: Input, in app: inout App) -> [Effect] {
    var panel = self
    let height = FitsView.height(of: panel, in: app.size)
    switch input {
    case .paste: return []
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: panel.move(by: -3, height: height)
      case .wheelDown: panel.move(by: 3, height: height)
      case .press:
        guard let row = FitsView.row(at: mouse.position, of: panel, in: app.size) else { return [] }
        if row == cursor.selected { return play(in: &app) }
        panel.move(by: row - cursor.selected, height: height)
      case .drag, .release: return []
      }
    case .key(let key):
      switch app.keymap.windowAction(key, of: FitsKey.self) {
      case .close:
        if let track = awaited ?? heard?.track.id, awaited != nil || app.isListening(to: track) {
          return stopListening(in: &app)
        }
        app.terminal.fitsRequest.end()
        return app.windows.closeTop()
      case .accept: return play(in: &app)
      case .move(let move): panel.move(by: move.step(page: height), height: height)
      case .own(let key): return act(on: key, in: &app)
      case nil:
        let isPlayPause = app.keymap.match([key], in: app.focus) == .command(.playing(.playPause))
        return isPlayPause ? app.perform(.playing(.playPause)) : []
      }
    }
    app.windows.replaceTop(.fits(panel))
    return []
  }

  /// Keys that act on the track under the cursor, or go back from it.
  private func act(on key: FitsKey, in app: inout App) -> [Effect] {
    let queued = fit.map { [QueuedTrack($0.track.id)] } ?? []
    switch key {
    case .back:
      var panel = self
      guard let before = panel.history.popLast() else { return app.windows.closeTop() }
      app.windows.replaceTop(.fits(panel))
      app.terminal.fitsRequest.follow(to: before)
      return [.load(.fits(before))]
    case .addToSlot(let slot):
      guard !queued.isEmpty else { return [] }
      return [.edit(.entries(.addToSlot(slot, .tracks(queued))))]
    case .listen: return listen(in: &app)
    case .queueLast: return app.answered(nil, .queue(QueuedTracks(queued), next: false))
    case .queueNext: return app.answered(nil, .queue(QueuedTracks(queued), next: true))
    case .addToPlaylist: return queued.isEmpty ? [] : app.chooseList(toAdd: .tracks(queued))
    case .follow:
      guard let fit else { return [] }
      var panel = self
      panel.history.append(list.from.id)
      app.windows.replaceTop(.fits(panel))
      app.terminal.fitsRequest.follow(to: fit.track.id)
      return [.load(.fits(fit.track.id))]
    }
  }

  /// Listens to the track at the cursor, or goes back from it.
  private func listen(in app: inout App) -> [Effect] {
    guard let fit else { return [] }
    guard awaited != fit.track.id, !app.isListening(to: fit.track.id) else {
      return stopListening(in: &app)
    }
    var panel = self
    panel.awaited = fit.track.id
    app.windows.replaceTop(.fits(panel))
    return [.load(.mixIn(fit.track.id))]
  }

  private func stopListening(in app: inout App) -> [Effect] {
    var panel = self
    panel.awaited = nil
    app.windows.replaceTop(.fits(panel))
    return app.apply(app.playing.endAudition())
  }

  /// Plays from the cursor's row on, as Enter in any list does.
  private func play(in app: inout App) -> [Effect] {
    app.answered(
      nil, .play(QueuedTracks(list.fits.map(\.track.id)), start: cursor.selected))
  }

  func list(in app: App) -> WindowList? {
    WindowList(
      rect: FitsView.rows(of: self, in: app.size), count: list.fits.count, top: cursor.top)
  }

  var overlay: Overlay { .fits(self) }

  func draw(into frame: inout Frame, of app: App) {
    FitsView(panel: self, app: app).draw(into: &frame)
  }
}

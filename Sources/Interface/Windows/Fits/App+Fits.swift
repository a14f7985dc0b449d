import Music
import Screen

// What fits now: asking for it, and the keys of its window.
extension App {
  mutating func performMixing(_ command: MixingCommand) -> [Effect] {
    switch command {
    case .fits: return findFits()
    case .arrange: return findArrangement()
    case .clashes(let isOn):
      showsClashes = isOn
      saving.need()
      say(
        isOn
          ? "≠ marks an entry that clashes with the one before it"
          : "Clashes of neighbours no longer show")
      return []
    }
  }

  private mutating func findFits() -> [Effect] {
    // A folder, an artist or a header has no end that something could be mixed into.
    guard let track = focusedTrack ?? playing.track else {
      say(
        focus == .nowPlaying
          ? "Nothing plays" : "Go to a track first: \(key(.mixing(.fits))) says what mixes into it")
      return []
    }
    guard track.mixPoint.isKnown else {
      say(App.reasonWithoutFits(track), .bad)
      return []
    }
    say("Looking for what fits…")
    awaitedFits = track.id
    expect(.fits)
    fitsOfPlaying = focusedTrack == nil ? track.id : nil
    return [.load(.fits(track.id))]
  }

  /// Why nothing can be said of what fits, and what helps.
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

  mutating func take(_ fits: FitList?) -> [Effect] {
    let place = overlays.firstIndex { if case .fits = $0 { true } else { false } }
    guard let fits else {
      answered(.fits)
      awaitedFits = nil
      if let place { overlays.remove(at: place) }
      say("That track is gone from the library", .bad)
      return []
    }
    let shown = place.flatMap {
      if case .fits(let panel) = overlays[$0] { panel.list.from.id } else { nil }
    }
    let isAwaited = awaitedFits == fits.from.id
    // An answer that was on its way for another track.
    guard isAwaited || awaitedFits == nil && shown == fits.from.id else { return [] }
    awaitedFits = nil
    let request = answered(.fits)
    if message?.kind == .plain { messages.clear() }
    for (place, overlay) in overlays.enumerated() {
      guard case .fits(var panel) = overlay else { continue }
      if panel.list.from.id == fits.from.id {
        panel.take(fits, height: FitsView.height(of: panel, in: size))
      } else {
        let way = panel.way
        let playing = panel.playing
        panel = FitsPanel(fits)
        (panel.way, panel.playing) = (way, playing)
      }
      overlays[place] = .fits(panel)
      return []
    }
    // The window may have been closed meanwhile.
    guard isAwaited else { return [] }
    var panel = FitsPanel(fits)
    panel.playing = fitsOfPlaying
    open(
      .fits(panel), askedFor: request,
      orSay: "What fits after “\(fits.from.title)” is ready: \(key(.mixing(.fits))) shows it")
    return []
  }

  /// What fits is asked for again when slots, marks or tracks are others.
  var staleFits: [Effect] {
    overlays.compactMap {
      if case .fits(let panel) = $0 { .load(.fits(awaitedFits ?? panel.list.from.id)) } else { nil }
    }
  }
}

extension FitsPanel: Window {
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
      let meaning = app.keymap.windowKey(key, in: kind)
      guard let step = meaning?.step(page: height) else {
        if let meaning { return act(on: meaning, in: &app) }
        let isPlayPause = app.keymap.match([key], in: app.focus) == .command(.playing(.playPause))
        return isPlayPause ? app.perform(.playing(.playPause)) : []
      }
      panel.move(by: step, height: height)
    }
    app.replaceTop(.fits(panel))
    return []
  }

  /// Keys that do something with the track under the cursor, or close.
  private func act(on key: WindowKey, in app: inout App) -> [Effect] {
    let queued = fit.map { [QueuedTrack($0.track.id)] } ?? []
    switch key {
    case .close:
      app.closeTop()
      app.awaitedFits = nil
      return []
    case .back:
      var panel = self
      guard let before = panel.way.popLast() else { return app.closeTop() }
      app.replaceTop(.fits(panel))
      app.awaitedFits = before
      return [.load(.fits(before))]
    case .accept: return play(in: &app)
    case .addToSlot(let slot):
      guard !queued.isEmpty else { return [] }
      guard app.mix[slot] != nil || app.assignedSlots.contains(slot) else {
        return app.chooseList(for: slot, adding: .tracks(queued))
      }
      app.expect(.slot)
      return [.edit(.entries(.addToSlot(slot, .tracks(queued))))]
    case .queueLast: return app.answered(nil, .queue(queued, next: false))
    case .queueNext: return app.answered(nil, .queue(queued, next: true))
    case .addToPlaylist: return queued.isEmpty ? [] : app.chooseList(toAdd: .tracks(queued))
    case .follow:
      guard let fit else { return [] }
      var panel = self
      panel.way.append(list.from.id)
      app.replaceTop(.fits(panel))
      app.awaitedFits = fit.track.id
      return [.load(.fits(fit.track.id))]
    default: return []
    }
  }

  /// As Enter in any list does: from the cursor's row on.
  private func play(in app: inout App) -> [Effect] {
    app.answered(
      nil, .play(list.fits.map { QueuedTrack($0.track.id) }, start: cursor.selected))
  }

  func draw(into frame: inout Frame, of app: App) {
    FitsView(panel: self, size: app.size, keymap: app.keymap).draw(into: &frame)
  }
}

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
    return [.findFits(track.id)]
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
      if case .fits(let panel) = $0 { .findFits(awaitedFits ?? panel.list.from.id) } else { nil }
    }
  }

  mutating func take(_ input: Input, in panel: FitsPanel) -> [Effect] {
    var panel = panel
    let height = FitsView.height(of: panel, in: size)
    switch input {
    case .paste: return []
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: panel.move(to: panel.selected - 3, height: height)
      case .wheelDown: panel.move(to: panel.selected + 3, height: height)
      case .press:
        guard let row = FitsView.row(at: mouse.position, of: panel, in: size) else { return [] }
        if row == panel.selected { return playFits(panel) }
        panel.move(to: row, height: height)
      case .drag, .release: return []
      }
    case .key(let key):
      if let effects = actOnFit(key, in: panel) { return effects }
      switch (key.code, key.modifiers) {
      case (.down, _), (.character("j"), []), (.tab, []):
        panel.move(to: panel.selected + 1, height: height)
      case (.up, _), (.character("k"), []), (.tab, .shift):
        panel.move(to: panel.selected - 1, height: height)
      case (.pageDown, _), (.character("d"), .control):
        panel.move(to: panel.selected + height, height: height)
      case (.pageUp, _), (.character("u"), .control):
        panel.move(to: panel.selected - height, height: height)
      case (.home, _), (.character("g"), []): panel.move(to: 0, height: height)
      case (.end, _), (.character("G"), _): panel.move(to: .max, height: height)
      default: return []
      }
    }
    replaceTop(.fits(panel))
    return []
  }

  /// Keys that do something with the track under the cursor, or close; nil for all others.
  private mutating func actOnFit(_ key: Key, in panel: FitsPanel) -> [Effect]? {
    let queued = panel.fit.map { [QueuedTrack($0.track.id)] } ?? []
    switch (key.code, key.modifiers) {
    case (.escape, _), (.character("q"), []), (.character("c"), .control),
      (.character("g"), .control):
      overlays.removeLast()
      awaitedFits = nil
      return []
    case (.backspace, _), (.character("h"), []):
      var panel = panel
      guard let before = panel.way.popLast() else {
        overlays.removeLast()
        return []
      }
      replaceTop(.fits(panel))
      awaitedFits = before
      return [.findFits(before)]
    case (.enter, _): return playFits(panel)
    case (.character("1"), []), (.character("2"), []), (.character("3"), []):
      guard let slot = key.slot, !queued.isEmpty else { return [] }
      guard mix[slot] != nil || assignedSlots.contains(slot) else {
        return chooseList(for: slot, adding: .tracks(queued))
      }
      expect(.slot)
      return [.addToSlot(slot, .tracks(queued))]
    case (.character("e"), []): return answered(nil, .queue(queued, next: false))
    case (.character("E"), _): return answered(nil, .queue(queued, next: true))
    case (.character("a"), []): return queued.isEmpty ? [] : chooseList(toAdd: .tracks(queued))
    case (.character("w"), []):
      guard let fit = panel.fit else { return [] }
      var panel = panel
      panel.way.append(panel.list.from.id)
      replaceTop(.fits(panel))
      awaitedFits = fit.track.id
      return [.findFits(fit.track.id)]
    case (.character(" "), _), (.character("p"), []): return perform(.playPause)
    default: return nil
    }
  }

  /// As Enter in any list does: from the cursor's row on.
  private mutating func playFits(_ panel: FitsPanel) -> [Effect] {
    answered(
      nil, .play(panel.list.fits.map { QueuedTrack($0.track.id) }, start: panel.selected))
  }
}

extension Key {
  /// The mix slot whose number it is.
  fileprivate var slot: MixSlot? {
    switch code {
    case .character("1"): .one
    case .character("2"): .two
    case .character("3"): .three
    default: nil
    }
  }
}

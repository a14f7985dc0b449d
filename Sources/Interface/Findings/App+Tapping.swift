import Music
import Screen

// Tapping a tempo: the window's keys.
extension App {
  /// What is heard is what one taps along to; without it, the cursor's track, whatever is marked.
  mutating func openTapping() -> [Effect] {
    let track = player.item == nil ? focusedTrack : playing.track
    guard let track, let target = heard ?? .some(QueuedTrack(track.id)),
      !track.isStream
    else {
      say("Play a track to tap its tempo")
      return []
    }
    var panel = TapPanel(
      target: .tracks([target]), title: track.title,
      known: FindingsText(track: track, notation: keyNotation).bpm,
      speed: player.item == nil ? 1 : sound.speed)
    panel.tap(at: now)
    overlays.append(.tap(panel))
    return []
  }

  mutating func take(_ input: Input, in panel: TapPanel) -> [Effect] {
    var panel = panel
    switch input {
    case .paste: return []
    case .mouse(let mouse):
      guard mouse.action == .press else { return [] }
      guard TapView.box(in: size).rect.contains(mouse.position) else {
        overlays.removeLast()
        return []
      }
      panel.tap(at: now)
    case .key(let key):
      if closes(key) {
        overlays.removeLast()
        return []
      }
      switch (key.code, key.modifiers) {
      case (.enter, _): return finish(panel)
      case (.character("0"), _), (.character(" "), _): panel.tap(at: now)
      case (.backspace, _): panel.forget()
      default:
        // Whatever opened the window is what one goes on with.
        guard keymap.match([key], in: focus) == .command(.finding(.tap)) else { return [] }
        panel.tap(at: now)
      }
    }
    replaceTop(.tap(panel))
    return []
  }

  private func closes(_ key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.escape, _), (.character("q"), []), (.character("c"), .control),
      (.character("g"), .control):
      true
    default: false
    }
  }

  private mutating func finish(_ panel: TapPanel) -> [Effect] {
    guard let bpm = panel.bpm else {
      if panel.heard == nil {
        say("Tap at least \(TapPanel.fewest) beats before Enter keeps them")
      } else {
        say("A tempo is between 20 and 400 BPM; Backspace begins anew")
      }
      return []
    }
    overlays.removeLast()
    return [.correct(.tempo(bpm), panel.target)]
  }
}

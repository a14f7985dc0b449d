import Music
import Screen

// Tapping a tempo: the window's keys.
extension App {
  /// Taps follow the audible track; without one, the cursor's track, whatever is marked.
  mutating func openTapping() -> [Effect] {
    let track = player.item == nil ? focusedTrack : playing.track
    guard let track, let target = audibleItem ?? .some(QueuedTrack(track.id)),
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
    windows.open(.tap(panel))
    return []
  }
}

extension TapPanel: Window {
  var kind: WindowKind { .tap }

  func handle(_ input: Input, in app: inout App) -> [Effect] {
    var panel = self
    switch input {
    case .paste: return []
    case .mouse(let mouse):
      guard mouse.action == .press else { return [] }
      guard TapView.box(in: app.size).rect.contains(mouse.position) else {
        return app.windows.closeTop()
      }
      panel.tap(at: app.now)
    case .key(let key):
      switch app.keymap.windowAction(key, of: TapKey.self) {
      case .close: return app.windows.closeTop()
      case .accept: return finish(in: &app)
      case .own(.beat): panel.tap(at: app.now)
      case .own(.anew): panel.forget()
      case .move, nil:
        // The key that opened the window taps in it, too.
        guard app.keymap.match([key], in: app.focus) == .command(.finding(.tap)) else { return [] }
        panel.tap(at: app.now)
      }
    }
    app.windows.replaceTop(.tap(panel))
    return []
  }

  private func finish(in app: inout App) -> [Effect] {
    guard let bpm else {
      if tappedBPM == nil {
        app.say(
          "Tap at least \(TapPanel.minimumTaps) beats before \(app.key(.accept, in: kind)) keeps them"
        )
      } else {
        app.say(
          "A tempo is between 20 and 400 BPM; \(app.key(.tap(.anew), in: kind)) begins anew")
      }
      return []
    }
    app.windows.closeTop()
    return [.edit(.findings(.correct(.tempo(bpm), target)))]
  }

  func draw(into frame: inout Frame, of app: App) {
    TapView(panel: self, keymap: app.keymap).draw(into: &frame)
  }
}

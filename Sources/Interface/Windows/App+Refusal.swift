import Music

// What was typed into a window is not lost when what was asked for could not be done.
extension App {
  /// A window that was left with Enter, and the edit that it asked for.
  struct Submission: Equatable, Sendable {
    var effect: Effect
    var window: Overlay
  }

  mutating func submit(_ effects: [Effect], from window: Overlay) {
    guard let effect = effects.last else { return }
    submission = Submission(effect: effect, window: window)
  }

  /// An edit was refused: its window is there again with what was typed, unless something else was
  /// done meanwhile.
  mutating func refused(_ effect: Effect, _ reason: String) {
    guard let submission, submission.effect == effect, isIdle else { return say(reason, .bad) }
    self.submission = nil
    guard let window = submission.window.window.refused(reason) else { return say(reason, .bad) }
    overlays.append(window)
  }

  /// Whether no window is open but the proposals of the first start.
  private var isIdle: Bool {
    if case .picker(let picker) = overlays.last { return picker.purpose == .firstRun }
    return overlays.isEmpty
  }
}

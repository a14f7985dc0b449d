import Music

// The one door for windows that come by themselves. Keys are meant for what shows when they are
// pressed: a window that comes after one, or where another one is open by then, does not open; what
// is said instead names the key or the command that shows it.
extension App {
  /// The window of an effect does not come.
  mutating func failed(_ effect: Effect) {
    guard let window = effect.awaitedWindow else { return }
    windows.answered(window)
    if window == .fits { terminal.fitsRequest.end() }
  }

  /// - Parameters:
  ///   - request: When it was asked for, as `Windows.answered` says; nil does not open it.
  ///   - text: Said where it may not open.
  /// - Returns: Whether it opened.
  @discardableResult
  mutating func open(
    _ overlay: Overlay, askedFor request: Windows.Request?, orSay text: String
  ) -> Bool {
    guard let request else { return false }
    guard terminal.pendingKeys.isEmpty, windows.open(overlay, askedFor: request) else {
      say(text)
      return false
    }
    return true
  }

  /// Whether a window is about to open that the next key is meant for, or about to show its cues.
  package var awaitsWindow: Bool {
    if case .cues(let list) = overlays.last, !list.isLoaded { return true }
    return windows.isAwaited
  }
}

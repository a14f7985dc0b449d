import Music

// The only way to open a window after an answer. Keys are meant for what shows when they are
// pressed: after a key, or above another window, the window does not open, and a message names the
// key or the command that shows it.
extension App {
  /// An effect failed: its window does not open.
  mutating func failed(_ effect: Effect) {
    guard let window = effect.awaitedWindow else { return }
    // The wait may be for the answer about another server.
    if case .servers(let order) = effect, let asked = order.asked {
      answered(about: asked)
      return
    }
    windows.answered(window)
    if window == .fits { terminal.fitsRequest.end() }
  }

  /// - Parameters:
  ///   - request: The request, from `Windows.answered`; nil opens nothing.
  ///   - text: The message where the window may not open.
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

  /// Whether the next key is meant for a window that is about to open, or for cues about to load.
  package var awaitsWindow: Bool {
    if case .cues(let list) = overlays.last, !list.isLoaded { return true }
    return windows.isAwaited
  }
}

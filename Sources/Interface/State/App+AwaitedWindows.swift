import Music
import Screen

/// A window that opens when an answer has come.
enum AwaitedWindow: Hashable, Sendable {
  case info, entryForm, queues, addAgain, fits, relocations, smartForm, slot, export
  case unreadable, roots, arrangement

  /// Whether it comes for sure, and as soon as a key could follow: then keys wait for it.
  var isNear: Bool {
    switch self {
    case .info, .entryForm, .queues, .addAgain, .fits: true
    case .relocations, .smartForm, .slot, .export, .unreadable, .roots, .arrangement: false
    }
  }

  /// The window that an effect asks for; nil for an effect that opens none.
  static func asked(by effect: Effect) -> AwaitedWindow? {
    switch effect {
    case .load(let request): asked(by: request)
    case .replacedQueues(.list): .queues
    case .library(.findRelocations): .relocations
    case .edit(.entries(.addToSlot)): .slot
    case .edit(.playlists(.smart)): .smartForm
    case .exchange(.exportPlaylist): .export
    // Those of another kind open their windows at once, or none.
    case .terminal, .list, .find, .player, .edit, .history, .replacedQueues, .session, .library,
      .analysis, .arrangement, .exchange, .theme:
      nil
    }
  }

  private static func asked(by request: LoadRequest) -> AwaitedWindow? {
    switch request {
    case .info: .info
    case .entryFacts: .entryForm
    case .leftOut: .addAgain
    case .fits: .fits
    case .unreadable: .unreadable
    case .roots: .roots
    case .mixBoard, .playlists, .templates, .templatePreview, .template, .track, .cues, .analysis,
      .cueList, .remaining, .fault, .sound:
      nil
    }
  }
}

// The one door for windows that come by themselves. Keys are meant for what shows when they are
// pressed: a window that comes after one, or where another one is open by then, does not open; what
// is said instead names the key or the command that shows it.
extension App {
  /// When a window was asked for.
  struct WindowRequest: Equatable, Sendable {
    var inputs: Int
    var overlays: Int
  }

  /// An answer has come: nobody waits for its window any more, whether it opens or not.
  ///
  /// - Returns: When it was asked for; nil where nobody waited.
  @discardableResult
  mutating func answered(_ window: AwaitedWindow) -> WindowRequest? {
    awaitedWindows.removeValue(forKey: window)
  }

  /// The window of an effect does not come.
  mutating func failed(_ effect: Effect) {
    guard let window = AwaitedWindow.asked(by: effect) else { return }
    answered(window)
    if window == .fits { awaitedFits = nil }
  }

  mutating func expect(_ window: AwaitedWindow) {
    awaitedWindows[window] = WindowRequest(inputs: inputs, overlays: overlays.count)
  }

  /// - Parameters:
  ///   - request: When it was asked for, as `answered` says; nil does not open it.
  ///   - text: Said where it may not open.
  /// - Returns: Whether it opened.
  @discardableResult
  mutating func open(
    _ overlay: Overlay, askedFor request: WindowRequest?, orSay text: String
  ) -> Bool {
    guard let request else { return false }
    guard request == WindowRequest(inputs: inputs, overlays: overlays.count), pendingKeys.isEmpty
    else {
      say(text)
      return false
    }
    overlays.append(overlay)
    return true
  }

  /// Keys and presses; what the mouse does besides means nothing to a window.
  mutating func count(_ input: Input) {
    switch input {
    case .key, .paste: inputs += 1
    case .mouse(let mouse): if mouse.action == .press { inputs += 1 }
    }
  }

  /// Whether a window is about to open that the next key is meant for, or about to show its cues.
  package var awaitsWindow: Bool {
    if case .cues(let list) = overlays.last, !list.isLoaded { return true }
    return awaitedWindows.contains { window, request in window.isNear && request.inputs == inputs }
  }
}

import Music
import Screen

/// The windows above the panes: the open ones, those that wait for an answer, and the last
/// submitted one.
package struct Windows: Equatable, Sendable {
  /// The state at the request of a window.
  struct Request: Equatable, Sendable {
    fileprivate var inputs: Int
    fileprivate var openCount: Int
  }

  /// A window left with Enter, and its edit.
  private struct Submission: Equatable, Sendable {
    var effect: Effect
    var window: Overlay
    /// The number of windows below it.
    var depth: Int
  }

  /// The open windows; the last one gets all keys.
  package private(set) var overlays: [Overlay] = []
  /// The count of keys and presses.
  private(set) var inputs = 0
  private var requests: [AwaitedWindow: Request] = [:]
  /// Windows whose answer came too late to open them, until the next request.
  private var late: [AwaitedWindow: Overlay] = [:]
  /// Nil after the next key.
  private var submission: Submission?
  var commandHistory = PromptHistory()
  /// The filters and searches of lists.
  var filterHistory = PromptHistory()

  package init() {}

  /// None open or awaited, with the same histories.
  var closed: Windows {
    var closed = Windows()
    (closed.commandHistory, closed.filterHistory) = (commandHistory, filterHistory)
    return closed
  }

  /// Counts keys and presses; other mouse actions mean nothing to windows.
  mutating func receive(_ input: Input) {
    submission = nil
    switch input {
    case .key, .paste: inputs += 1
    case .mouse(let mouse): if mouse.action == .press { inputs += 1 }
    }
  }

  // MARK: Open windows

  mutating func open(_ overlay: Overlay) { overlays.append(overlay) }

  /// Opens a window below all others, so that typing is not interrupted.
  mutating func openBelow(_ overlay: Overlay) { overlays.insert(overlay, at: 0) }

  mutating func replaceTop(_ overlay: Overlay) { overlays[overlays.count - 1] = overlay }

  /// Closes the window on top.
  ///
  /// - Returns: No effects, as the end of a window's `handle`.
  @discardableResult
  mutating func closeTop() -> [Effect] {
    overlays.removeLast()
    return []
  }

  /// - Returns: Whether a window was closed.
  @discardableResult
  mutating func close(where isMeant: (Overlay) -> Bool) -> Bool {
    let before = overlays.count
    overlays.removeAll(where: isMeant)
    return overlays.count < before
  }

  /// Changes open windows anywhere in the stack.
  mutating func update(_ change: (inout Overlay) -> Void) {
    for index in overlays.indices { change(&overlays[index]) }
  }

  // MARK: Awaited windows

  /// Whether the next key is meant for a window that is about to open.
  var isAwaited: Bool {
    requests.contains { window, request in window.isNear && request.inputs == inputs }
  }

  private var now: Request { Request(inputs: inputs, openCount: overlays.count) }

  mutating func expect(_ window: AwaitedWindow) { requests[window] = now }

  /// Ends the wait for a window.
  ///
  /// - Returns: The request; nil where there was none.
  @discardableResult
  mutating func answered(_ window: AwaitedWindow) -> Request? {
    requests.removeValue(forKey: window)
  }

  /// Opens an awaited window, unless an input or another window came after its request.
  mutating func open(_ overlay: Overlay, askedFor request: Request) -> Bool {
    guard request == now else { return false }
    open(overlay)
    return true
  }

  /// Stores a window that could not open; nil removes it.
  mutating func keep(_ overlay: Overlay?, for window: AwaitedWindow) { late[window] = overlay }

  /// Opens the stored window.
  ///
  /// - Returns: False where there is none.
  mutating func reopen(_ window: AwaitedWindow) -> Bool {
    guard let overlay = late.removeValue(forKey: window) else { return false }
    answered(window)
    open(overlay)
    return true
  }

  // MARK: Submitted windows

  /// - Parameter folder: that of the terminal, from which typed paths are resolved.
  mutating func submit(_ effects: [Effect], from window: Overlay, in folder: FilePath?) {
    guard let effect = effects.last?.resolved(in: folder) else { return }
    submission = Submission(effect: effect, window: window, depth: overlays.count)
  }

  /// Shows the window of a refused edit again with its text, unless an input came since.
  ///
  /// - Returns: Whether it opened.
  mutating func refuse(_ effect: Effect, _ reason: String) -> Bool {
    guard let submission, submission.effect == effect,
      isIdle || overlays.count == submission.depth
    else { return false }
    self.submission = nil
    guard let window = submission.window.window.refused(reason) else { return false }
    open(window)
    return true
  }

  /// Whether no window is open but the proposals of the first start.
  private var isIdle: Bool {
    if case .picker(let picker) = overlays.last { return picker.purpose == .firstRun }
    return overlays.isEmpty
  }
}

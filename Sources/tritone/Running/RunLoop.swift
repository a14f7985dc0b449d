// The one loop: waits, takes everything that has happened, changes the state, draws once. It runs
// on the main thread and is the terminal's only owner.

import Curses
import Glibc
import Interface
import Music
import Screen

struct RunLoop {
  private let terminal: Terminal
  private let mailbox: Mailbox
  private let signals: SignalDescriptor
  private let runner: EffectRunner
  private var app: App
  private var drawn: (frame: Frame, theme: Theme)? {
    didSet { if drawn == nil { hasHandled = true } }
  }
  /// Whether anything has happened since what shows was compared with what should show.
  private var hasHandled = true
  /// What should show since something happened, where that has been worked out already.
  private var upcoming: Frame?
  /// Whether what is waited for is only that something may be drawn again.
  private var waitsToDraw = false
  private var lastDrawn: ContinuousClock.Instant?
  /// Whether rows were on their way still when the last frame was drawn.
  private var drewTooSoon = false
  private var patience = KeyPatience()
  /// A key could not be done: those behind it in the same read are not done either.
  private var forgetsTyped = false
  private var ending: Ending?

  enum Ending: Equatable {
    case left
    /// The terminal went away or the system asked; what was playing is saved.
    case ended(signal: Int32?)
  }

  /// At most so often a second something is drawn.
  private static let frameTime: Duration = .milliseconds(16)
  /// How long a frame waits for rows that are on their way, rather than showing gaps.
  private static let rowPatience: Duration = .milliseconds(12)
  /// How long after an Escape the rest of a key's sequence may come.
  private static let escapeTime: Duration = .milliseconds(25)

  init(
    terminal: Terminal, mailbox: Mailbox, signals: SignalDescriptor, runner: EffectRunner, app: App
  ) {
    self.terminal = terminal
    self.mailbox = mailbox
    self.signals = signals
    self.runner = runner
    self.app = app
  }

  /// What a file that was written lacks.
  var writingFault: String? { app.writingFault }

  /// - Parameter shown: called when the first frame with its rows is on the screen.
  mutating func run(after first: [Event], shown: () -> Void) -> Ending {
    // Whatever is handled asks for the rows that show.
    for event in first.isEmpty ? [.ticked] : first { handle(event) }
    var isShown = false
    while ending == nil {
      drawIfDue()
      if !isShown, !app.awaitsChange {
        isShown = true
        shown()
      }
      wait()
    }
    if ending != .left {
      // Whichever comes first, the signal or the end of the terminal: the place is kept.
      runner.perform(.saveQueue(app.queue))
      runner.perform(.savePlace(app.session))
    }
    return ending ?? .left
  }

  private mutating func handle(_ event: Event) {
    // Whatever was typed or happens behind the end is not done.
    guard ending == nil else { return }
    hasHandled = true
    upcoming = nil
    app.now = .now
    for effect in app.handle(event) {
      switch effect {
      case .quit: ending = .left
      case .forgetTypedAhead: forgetsTyped = true
      case .redraw:
        terminal.resize()
        drawn = nil
      default: runner.perform(effect)
      }
    }
  }

  // MARK: Waiting

  private mutating func wait() {
    var descriptors = [terminal.inputDescriptor, mailbox.descriptor, signals.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let ready = poll(&descriptors, nfds_t(descriptors.count), timeout())
    guard ready >= 0 || errno == EINTR else {
      ending = .ended(signal: nil)
      return
    }
    if ready == 0, !waitsToDraw { timePassed() }
    for signal in signals.takeAll() { take(signal: signal) }
    if descriptors[0].revents != 0 { takeInput() }
    for event in mailbox.takeAll() { handle(event) }
  }

  /// Milliseconds until something happens by itself; -1 for never.
  private mutating func timeout() -> Int32 {
    var times: [Duration] = []
    app.timeToNextTick.map { times.append($0) }
    if terminal.pendingEscape { times.append(RunLoop.escapeTime) }
    let others = times.min()
    if let lastDrawn, needsDrawing() { times.append(due(after: lastDrawn) - .now) }
    guard let least = times.min() else { return -1 }
    waitsToDraw = others.map { least < $0 } ?? true
    return Int32(max(0, min(60_000, (least.seconds * 1000).rounded(.up))))
  }

  private mutating func timePassed() {
    if terminal.pendingEscape { for input in terminal.flushEscape() { handle(.input(input)) } }
    handle(.ticked)
  }

  private mutating func takeInput() {
    forgetsTyped = false
    do {
      for input in try terminal.read() where !forgetsTyped {
        // Keys typed ahead are meant for the rows and the window that the keys before them have
        // brought.
        let limit = patience.allowance(isAwaited: app.awaitsRows || app.awaitsWindow)
        let isAwaited = { (app: App) in app.awaits(before: input) }
        if isAwaited(app) {
          let start = ContinuousClock.now
          wait(atMost: limit, while: isAwaited)
          patience.waited(start.duration(to: .now), isOver: !isAwaited(app))
        }
        handle(.input(input))
      }
    } catch {
      ending = .ended(signal: nil)
    }
  }

  private mutating func take(signal: Int32) {
    switch signal {
    case SIGWINCH:
      terminal.resize()
      drawn = nil
      handle(.resized(terminal.size))
    case SIGCONT:
      terminal.resume()
      drawn = nil
      handle(.resized(terminal.size))
    case SIGTSTP:
      terminal.suspend()
      kill(getpid(), SIGSTOP)
    default: ending = .ended(signal: signal)
    }
  }

  // MARK: Drawing

  /// Whether something else should show than what does.
  private mutating func needsDrawing() -> Bool {
    guard hasHandled else { return false }
    let frame = upcoming ?? ScreenView.frame(of: app)
    upcoming = frame
    hasHandled = drawn?.frame != frame || drawn?.theme != app.skins.theme
    return hasHandled
  }

  private func due(after last: ContinuousClock.Instant) -> ContinuousClock.Instant {
    last.advanced(by: RunLoop.frameTime)
  }

  private mutating func drawIfDue() {
    // Rows that came too late for the frame of their key need not wait for the next one's time.
    let areLateRowsHere = drewTooSoon && !app.awaitsChange
    if !areLateRowsHere, let lastDrawn, due(after: lastDrawn) > .now { return }
    wait(atMost: RunLoop.rowPatience) { $0.awaitsChange }
    guard needsDrawing(), let frame = upcoming else { return }
    (hasHandled, upcoming) = (false, nil)
    terminal.show(frame, theme: app.skins.theme)
    drawn = (frame, app.skins.theme)
    drewTooSoon = app.awaitsChange
    lastDrawn = .now
  }

  /// Rows take a millisecond or two: waiting for them is quicker than drawing twice.
  private mutating func wait(atMost limit: Duration, while isAwaited: (App) -> Bool) {
    guard isAwaited(app) else { return }
    let end = ContinuousClock.now.advanced(by: limit)
    while isAwaited(app), ending == nil, ContinuousClock.now < end {
      var descriptor = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
      let left = Int32(max(1, (ContinuousClock.now.duration(to: end).seconds * 1000).rounded(.up)))
      guard poll(&descriptor, 1, left) > 0 else { return }
      for event in mailbox.takeAll() { handle(event) }
    }
  }
}

extension ContinuousClock.Instant {
  fileprivate static func - (left: Self, right: Self) -> Duration { right.duration(to: left) }
}

// The main loop: waits, handles all events, updates the state, draws once. It runs on the main
// thread and is the terminal's only owner.

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
  private var pacer = FramePacer<Picture>()
  private var patience = KeyPatience()
  /// A key failed: the keys behind it in the same read are dropped.
  private var forgetsTyped = false
  private var ending: Ending?
  /// The editor that has the terminal, and its text.
  private var editing: (editor: Editor, text: EditedText)?
  /// The terminal's traits when the ways to show images and names were chosen, and the user's
  /// choices.
  private var lastTraits: TerminalTraits?
  private var lastArt: ArtChoice?
  private var lastBidi: BidiChoice?

  /// A text that the editor has.
  private enum EditedText {
    case lyrics(LyricsDraft)
    case settings(FilePath)

    var path: FilePath {
      switch self {
      case .lyrics(let draft): draft.copy
      case .settings(let path): path
      }
    }

    func ended(_ end: EditorEnd) -> Event {
      switch self {
      case .lyrics(let draft): .lyrics(.edited(draft, end))
      case .settings: .settings(.edited(end))
      }
    }
  }

  enum Ending: Equatable {
    case left
    /// The terminal closed or a signal came; the session is saved.
    case ended(signal: Int32?)
  }

  /// The contents of a terminal.
  private struct Picture: Equatable {
    var frame: Frame
    var theme: Theme
  }

  init(
    terminal: Terminal, mailbox: Mailbox, signals: SignalDescriptor, runner: EffectRunner, app: App
  ) {
    self.terminal = terminal
    self.mailbox = mailbox
    self.signals = signals
    self.runner = runner
    self.app = app
  }

  /// The faults of a written file.
  var writingFault: String? { app.writingFault }

  /// - Parameter shown: called when the first frame with its rows is on the screen.
  mutating func run(after first: [Event], shown: () -> Void) -> Ending {
    // Handling an event requests the visible rows.
    for event in first.isEmpty ? [.ticked] : first { handle(event) }
    useTraits()
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
      // The signal or the end of the terminal, whichever comes first: the position is saved, and
      // with it the place of a book.
      app.now = .now
      for effect in app.keepBookAtEnd() { runner.perform(effect) }
      runner.perform(.session(.saveQueue(app.queue)))
      runner.perform(.session(.saveSession(app.session)))
      for effect in app.unstoredSettings() { runner.perform(effect) }
    }
    return ending ?? .left
  }

  private mutating func handle(_ event: Event) {
    // Input and events behind the end are dropped.
    guard ending == nil else { return }
    if case .heard = event { pacer.moved() } else { pacer.handled() }
    app.now = .now
    app.timeOfDay = .seconds(LocalZone.current.localTime(at: Int64(time(nil))) % 86_400)
    for effect in app.handle(event) {
      guard case .terminal(let order) = effect else {
        runner.perform(effect)
        continue
      }
      perform(order)
    }
  }

  private mutating func perform(_ order: TerminalEffect) {
    switch order {
    case .quit: ending = .left
    case .copy(let text): terminal.copy(text)
    case .forgetTypedAhead: forgetsTyped = true
    case .redraw:
      terminal.resize()
      pacer.cleared()
    case .edit(let draft): edit(.lyrics(draft))
    case .editSettings(let path): edit(.settings(path))
    }
  }

  // MARK: The editor

  /// Gives the terminal to the editor; events are handled meanwhile, and nothing is drawn.
  private mutating func edit(_ text: EditedText) {
    guard editing == nil else {
      return handle(text.ended(.notStarted("An editor is open already")))
    }
    // Keys typed ahead are meant for the editor.
    forgetsTyped = true
    terminal.suspend()
    do throws(Failure) {
      let editor = try Editor(
        of: text.path, input: terminal.inputDescriptor, output: terminal.outputDescriptor)
      editing = (editor, text)
    } catch {
      takeTerminal()
      handle(text.ended(.notStarted(error.reason)))
    }
  }

  private mutating func lookAfterEditor() {
    guard let (editor, text) = editing else { return }
    switch editor.state() {
    case .running: break
    case .stopped: kill(getpid(), SIGSTOP)
    case .ended(let status):
      editing = nil
      takeTerminal()
      handle(text.ended(.ended(status)))
    }
  }

  /// The terminal sends these to the editor, too, whose end and stop are seen by SIGCHLD.
  private static let signalsOfEditor = [SIGCONT, SIGTSTP, SIGINT, SIGQUIT]

  private mutating func takeTerminal() {
    terminal.resume()
    pacer.cleared()
    handle(.resized(terminal.size))
    useTraits()
  }

  // MARK: Waiting

  private mutating func wait() {
    // The keys are the editor's while it runs; poll ignores negative descriptors.
    let input = editing == nil ? terminal.inputDescriptor : -1
    var descriptors = [
      input, mailbox.descriptor, signals.descriptor, runner.fileWatch.descriptor,
    ].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    if terminal.hasOutput {
      descriptors.append(
        pollfd(fd: terminal.outputDescriptor, events: Int16(POLLOUT), revents: 0))
    }
    pictureIfNeeded()
    let rest = pacer.rest(
      from: .now, tick: app.timeToNextTick, isEscapePending: terminal.pendingEscape)
    let ready = poll(&descriptors, nfds_t(descriptors.count), timeout(until: rest.end))
    guard ready >= 0 || errno == EINTR else {
      ending = .ended(signal: nil)
      return
    }
    if ready == 0, !rest.isForDrawing { timePassed() }
    for signal in signals.takeAll() { handle(signal: signal) }
    if descriptors.count > 4, descriptors[4].revents != 0 { terminal.sendOutput() }
    if descriptors[0].revents != 0 { takeInput() }
    if descriptors[3].revents != 0 { runner.readSavedFiles() }
    for event in mailbox.takeAll() { handle(event) }
    useTraits()
  }

  /// Milliseconds until then; -1 for never.
  private func timeout(until end: ContinuousClock.Instant?) -> Int32 {
    guard let end else { return -1 }
    let time = ContinuousClock.now.duration(to: end)
    return Int32(max(0, min(60_000, (time.seconds * 1000).rounded(.up))))
  }

  private mutating func timePassed() {
    if terminal.pendingEscape { for input in terminal.flushEscape() { handle(.input(input)) } }
    guard let reading = app.dueReading(at: .now) else { return handle(.ticked) }
    for effect in reading { runner.perform(effect) }
  }

  private mutating func takeInput() {
    forgetsTyped = false
    do {
      for input in try terminal.read() where !forgetsTyped {
        // Keys typed ahead refer to the rows and the window that the previous keys opened.
        let limit = patience.allowance(isAwaited: app.awaitsRows || app.awaitsWindow)
        let isAwaited = { (app: App) in app.awaits(before: input) }
        if isAwaited(app) {
          let start = ContinuousClock.now
          wait(atMost: limit, while: isAwaited)
          patience.waited(start.duration(to: .now), isOver: !isAwaited(app))
        }
        handle(.input(input))
      }
      useTraits()
    } catch {
      ending = .ended(signal: nil)
    }
  }

  /// Shows pictures and names as the user, the terminal's answers and its size suggest, and the
  /// skin for its background.
  private mutating func useTraits() {
    let traits = terminal.traits
    let (art, bidi) = (app.art, app.bidi.current)
    guard traits != lastTraits || art != lastArt || bidi != lastBidi else { return }
    if let tone = traits.tone, tone != lastTraits?.tone { handle(.backgroundFound(tone)) }
    (lastTraits, lastArt, lastBidi) = (traits, art, bidi)
    terminal.separation = bidi.choice(for: traits).way
    let way = app.art.choice(for: traits).way
    if way != app.covers.way { terminal.removeImages() }
    handle(
      .imagesChosen(way, cell: traits.cellSize, hasSextants: terminal.hasSextants))
  }

  private mutating func handle(signal: Int32) {
    switch signal {
    case SIGWINCH:
      terminal.resize()
      pacer.cleared()
      handle(.resized(terminal.size))
      useTraits()
    case SIGCHLD: lookAfterEditor()
    case _ where editing != nil && RunLoop.signalsOfEditor.contains(signal): break
    case SIGCONT: takeTerminal()
    case SIGTSTP:
      terminal.suspend()
      kill(getpid(), SIGSTOP)
    default:
      editing?.editor.end()
      ending = .ended(signal: signal)
    }
  }

  // MARK: Drawing

  /// Builds the picture, if events have happened since.
  private mutating func pictureIfNeeded() {
    guard pacer.needsPicture else { return }
    if var picture = pacer.moving, ScreenView.drawVisual(of: app, into: &picture.frame) {
      return pacer.compared(with: picture)
    }
    pacer.compared(with: Picture(frame: ScreenView.frame(of: app), theme: app.skins.theme))
  }

  private mutating func drawIfDue() {
    guard pacer.mayDraw(at: .now, awaitsRows: app.awaitsChange) else { return }
    wait(atMost: FramePacer<Picture>.rowPatience) { $0.awaitsChange }
    pictureIfNeeded()
    guard let picture = pacer.next else { return }
    terminal.show(picture.frame, theme: picture.theme)
    pacer.drawn(at: .now, awaitsRows: app.awaitsChange)
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

// The main loop: waits, handles all events, updates the state, draws once. It runs on the main
// thread and is the only owner of all terminals.

import Control
import Curses
import Glibc
import Interface
import Music
import Screen

struct RunLoop {
  let mailbox: Mailbox
  let signals: SignalDescriptor
  let runner: EffectRunner
  /// Terminals that come and go; nil where the program has its own.
  let requests: PolledQueue<TerminalRequest>?
  /// Publishes what plays, and whether a terminal shows it; must return at once.
  let publish: (App, _ isShown: Bool) -> Void
  /// Applies the words of a client's command line to the state of its terminal, and returns what they
  /// ask for besides.
  let prepare: (TerminalClient, inout App) throws -> [Event]
  var app: App
  var terminals: [AttachedTerminal] = []
  /// Terminals that are being given back for good.
  var leaving: [AttachedTerminal] = []
  /// The terminal that was used last, whose state the interface has; nil for none.
  var used: Int?
  var lastNumber = 0
  /// Requests for rows and for facts of tracks that no frame waits for, with their terminals: carried
  /// out once the frame is drawn, which has the processors to itself until then.
  var requestedAhead: [(request: Effect, number: Int?)] = []
  var changePacer = ChangePacer()
  /// The numbers of the terminals that await readings of what is heard, in their order.
  var awaitingSound: [Int] = []
  /// When a host ends for which no terminal has come; nil where none is awaited.
  var arrivalEnd: ContinuousClock.Instant?
  var ending: Ending?
  /// The editor in the program's own terminal.
  var editor: Editor?

  enum Ending: Equatable {
    case left
    /// The terminal closed or a signal came; the session is saved.
    case ended(signal: Int32?)
  }

  /// - Parameters:
  ///   - terminal: The program's own; nil for a host.
  ///   - patience: How long a host waits for its first terminal; nil waits for none.
  init(
    terminal: Terminal?, mailbox: Mailbox, signals: SignalDescriptor, runner: EffectRunner,
    app: App, requests: PolledQueue<TerminalRequest>? = nil,
    patience: Duration? = nil,
    publish: @escaping (App, _ isShown: Bool) -> Void = { _, _ in },
    prepare: @escaping (TerminalClient, inout App) throws -> [Event] = { _, _ in [] }
  ) {
    self.mailbox = mailbox
    self.signals = signals
    self.runner = runner
    self.app = app
    self.requests = requests
    arrivalEnd = patience.map { .now.advanced(by: $0) }
    self.publish = publish
    self.prepare = prepare
    if let terminal {
      terminals = [AttachedTerminal(number: 0, terminal: terminal, client: nil)]
      used = 0
    }
  }

  /// The faults of a written file.
  var writingFault: String? { app.writingFault }

  /// - Parameter shown: called when the first frame with its rows is on a screen, or where there is
  ///   no screen.
  mutating func run(after first: [Event], shown: () -> Void) -> Ending {
    // Handling an event requests the visible rows.
    for event in first.isEmpty ? [.ticked] : first { handle(event) }
    if used != nil { useTraits(at: 0) }
    var isShown = false
    while ending == nil {
      drawWhatIsDue()
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
    let lastUser = used.map { terminals[$0].number }
    for attached in terminals {
      // Whoever ended it knows that it has ended.
      let isKnown = ending == .left && attached.number == lastUser
      giveBack(attached, .leave(say: isKnown ? nil : "The player was ended", status: 0))
    }
    terminals = []
    waitForLeaving()
    return ending ?? .left
  }

  // MARK: Events

  /// - Parameters:
  ///   - index: of the terminal that the event is about; nil for none.
  ///   - isOwn: Whether it answers that terminal alone.
  ///   - isAnswer: Whether it answers that terminal, and changes what others show.
  mutating func handle(
    _ event: Event, at index: Int? = nil, isOwn: Bool = false, isAnswer: Bool = false
  ) {
    // Input and events behind the end are dropped.
    guard ending == nil else { return }
    if let index { use(index) }
    note(event)
    app.now = .now
    app.timeOfDay = .seconds(LocalZone.current.localTime(at: Int64(time(nil))) % 86_400)
    let others = terminals.indices.filter { $0 != used }
    var states = others.compactMap { terminals[$0].state.take() }
    let (effects, requests) = app.handle(
      event, beside: &states, isOwn: isOwn, isAnswer: isAnswer)
    for (other, state) in zip(others, states) { terminals[other].state = state }
    if case .input = event {
      changePacer.pressed(at: app.now, effects)
      if let used, effects.contains(where: \.isEdit) { terminals[used].pacer.edited() }
    }
    // Before the effects, among which are answers to those who ask.
    if !event.isReading { publish(app, !terminals.isEmpty) }
    // Carrying out an effect may take a terminal away.
    let numbers = others.map { terminals[$0].number }
    let own = used.map { terminals[$0].number }
    for effect in effects { perform(effect, at: own) }
    for (number, effects) in zip(numbers, requests) {
      for effect in effects { perform(effect, at: number) }
    }
  }

  private mutating func note(_ event: Event) {
    if event == .editEnded || event == .library(.changed) { changePacer.told() }
    if event.isReading, let used { return terminals[used].pacer.moved() }
    for index in terminals.indices { terminals[index].pacer.handled() }
    if case .input = event, let used { terminals[used].pacer.pressed() }
  }

  func index(of number: Int) -> Int? { terminals.firstIndex { $0.number == number } }

  /// - Parameter number: of the terminal that the effect comes from; nil for none.
  mutating func perform(_ effect: Effect, at number: Int?) {
    switch effect {
    case .terminal(.quit): ending = .left
    case .terminal(let order):
      if let index = number.flatMap(index) { perform(order, at: index) }
    case .monitor(.listen(let isOn)):
      if let index = number.flatMap(index) { listen(isOn, at: index) }
    case .monitor(.measure):
      if let number { awaitingSound.append(number) }
      runner.perform(effect)
    case .list where !app.awaitsChange && !app.awaitsRows: requestedAhead.append((effect, number))
    case .load(let request) where request.isOfTrack && !app.awaitsChange:
      requestedAhead.append((effect, number))
    case .list, .load, .find, .player, .edit, .history, .replacedQueues, .session, .settings,
      .library, .analysis, .lyrics, .arrangement, .exchange, .theme, .build, .device, .books,
      .servers, .control:
      runner.perform(effect, for: Asker(terminal: number))
    }
  }

  private mutating func perform(_ order: TerminalEffect, at index: Int) {
    switch order {
    // Handled where the effects of all terminals are.
    case .quit: break
    case .leave: leave(index)
    case .copy(let text): terminals[index].terminal.copy(text)
    case .forgetTypedAhead: terminals[index].forgetsTyped = true
    case .redraw:
      terminals[index].terminal.resize()
      terminals[index].pacer.cleared()
    case .edit(let draft): edit(.lyrics(draft), at: index)
    case .editSettings(let path): edit(.settings(path), at: index)
    }
  }

  /// Rendered sound is kept while a terminal shows it.
  mutating func listen(_ isOn: Bool, at index: Int) {
    let wasKept = terminals.contains(where: \.listens)
    terminals[index].listens = isOn
    let isKept = terminals.contains(where: \.listens)
    if wasKept != isKept { runner.perform(.monitor(.listen(isKept))) }
  }
}

// The main loop: waits, handles all events, updates the state, draws once. It runs on the main
// thread and is the only owner of all terminals.

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
  let requests: TerminalRequests?
  /// Tells others of what plays, and whether a terminal shows it; must return at once.
  let tell: (App, _ isShown: Bool) -> Void
  /// Applies the words of a client's command line to the state of its terminal, and returns what they
  /// ask for besides.
  let prepare: (TerminalClient, inout App) throws -> [Event]
  var app: App
  var terminals: [AttachedTerminal] = []
  /// The terminal that was used last, whose state the interface has; nil for none.
  var used: Int?
  var lastNumber = 0
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
    app: App, requests: TerminalRequests? = nil,
    patience: Duration? = nil,
    tell: @escaping (App, _ isShown: Bool) -> Void = { _, _ in },
    prepare: @escaping (TerminalClient, inout App) throws -> [Event] = { _, _ in [] }
  ) {
    self.mailbox = mailbox
    self.signals = signals
    self.runner = runner
    self.app = app
    self.requests = requests
    arrivalEnd = patience.map { .now.advanced(by: $0) }
    self.tell = tell
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
      attached.terminal.close()
      // Whoever ended it knows that it has ended.
      let isKnown = ending == .left && attached.number == lastUser
      attached.client?.send(.leave(isKnown ? nil : "The player was ended", status: 0))
    }
    return ending ?? .left
  }

  // MARK: Events

  /// - Parameter index: of the terminal that the event is about; nil for none.
  mutating func handle(_ event: Event, at index: Int? = nil) {
    // Input and events behind the end are dropped.
    guard ending == nil else { return }
    if let index { use(index) }
    note(event)
    app.now = .now
    app.timeOfDay = .seconds(LocalZone.current.localTime(at: Int64(time(nil))) % 86_400)
    let others = terminals.indices.filter { $0 != used }
    var states = others.compactMap { terminals[$0].state.take() }
    let (effects, requests) = app.handle(event, beside: &states)
    for (other, state) in zip(others, states) { terminals[other].state = state }
    // Before the effects, among which are answers to those who ask.
    if !event.isReading { tell(app, !terminals.isEmpty) }
    // Carrying out an effect may take a terminal away.
    let numbers = others.map { terminals[$0].number }
    let own = used.map { terminals[$0].number }
    for effect in effects { perform(effect, at: own) }
    for (number, effects) in zip(numbers, requests) {
      for effect in effects { perform(effect, at: number) }
    }
  }

  private mutating func note(_ event: Event) {
    if event.isReading, let used { return terminals[used].pacer.moved() }
    for index in terminals.indices { terminals[index].pacer.handled() }
  }

  func index(of number: Int) -> Int? { terminals.firstIndex { $0.number == number } }

  /// - Parameter number: of the terminal that the effect comes from; nil for none.
  private mutating func perform(_ effect: Effect, at number: Int?) {
    switch effect {
    case .terminal(.quit): ending = .left
    case .terminal(let order):
      if let index = number.flatMap(index) { perform(order, at: index) }
    case .monitor(.listen(let isOn)):
      if let index = number.flatMap(index) { listen(isOn, at: index) }
    case .monitor(.measure):
      if let number { awaitingSound.append(number) }
      runner.perform(effect)
    case .list, .load, .find, .player, .edit, .history, .replacedQueues, .session, .settings,
      .library, .analysis, .lyrics, .arrangement, .exchange, .theme, .build, .device, .books,
      .servers, .control:
      runner.perform(effect)
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

  // MARK: Waiting

  private mutating func wait() {
    let inputs = terminals.map(\.input)
    let outputs = terminals.map {
      $0.terminal.hasOutput && !$0.isStopped ? $0.terminal.outputDescriptor : -1
    }
    let numbers = terminals.map(\.number)
    let sources = [
      mailbox.descriptor, signals.descriptor, runner.fileWatch.descriptor,
      requests?.descriptor ?? -1,
    ]
    var descriptors = (sources + inputs).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    descriptors += outputs.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
    let rest = rest()
    let ready = poll(&descriptors, nfds_t(descriptors.count), timeout(until: rest.end))
    guard ready >= 0 || errno == EINTR else {
      ending = .ended(signal: nil)
      return
    }
    if ready == 0, !rest.isForDrawing { timePassed() }
    for signal in signals.takeAll() { handle(signal: signal) }
    let isReady = descriptors.map { $0.revents != 0 }
    let (readable, writable) = (sources.count, sources.count + inputs.count)
    for (place, number) in numbers.enumerated() {
      if isReady[writable + place], let index = index(of: number) {
        terminals[index].terminal.sendOutput()
      }
      guard isReady[readable + place], let index = index(of: number) else { continue }
      terminals[index].lookAfterClient()
      if !terminals[index].isStopped { takeInput(at: index) }
    }
    if isReady[2] { runner.readSavedFiles() }
    takeEvents()
    for request in requests?.takeAll() ?? [] { handle(request) }
    for index in terminals.indices { useTraits(at: index) }
  }

  /// Handles what the player, the library and effects have reported.
  mutating func takeEvents() {
    for event in mailbox.takeAll() {
      guard case .heard = event else {
        handle(event)
        continue
      }
      // Readings are answered in their order.
      let number = awaitingSound.isEmpty ? nil : awaitingSound.removeFirst()
      if let index = number.flatMap(index) { with(index) { $0.handle(event, at: index) } }
    }
  }

  /// How long the loop may sleep, for all terminals.
  private mutating func rest() -> FramePacer<AttachedTerminal.Picture>.Rest {
    typealias Rest = FramePacer<AttachedTerminal.Picture>.Rest
    let now = ContinuousClock.now
    guard !terminals.isEmpty else {
      let tick = app.timeToNextTick.map { now.advanced(by: $0) }
      return Rest(end: [tick, arrivalEnd].compactMap(\.self).min(), isForDrawing: false)
    }
    let rests = terminals.indices.map { index in
      with(index) { loop in
        loop.pictureIfNeeded(at: index)
        let attached = loop.terminals[index]
        return attached.pacer.rest(
          from: now, tick: loop.app.timeToNextTick,
          isEscapePending: attached.terminal.pendingEscape,
          isWritable: attached.terminal.takesFrames && !attached.isStopped)
      }
    }
    return rests.filter { $0.end != nil }.min { ($0.end ?? now) < ($1.end ?? now) }
      ?? Rest(end: nil, isForDrawing: false)
  }

  /// Milliseconds until then; -1 for never.
  private func timeout(until end: ContinuousClock.Instant?) -> Int32 {
    guard let end else { return -1 }
    let time = ContinuousClock.now.duration(to: end)
    return Int32(max(0, min(60_000, (time.seconds * 1000).rounded(.up))))
  }

  private mutating func timePassed() {
    for number in terminals.map(\.number) {
      guard let index = index(of: number), terminals[index].terminal.pendingEscape else { continue }
      // Other terminals' times are no reason to cut a sequence off.
      guard let since = terminals[index].escapeSince,
        since.advanced(by: FramePacer<AttachedTerminal.Picture>.escapeTime) <= .now
      else { continue }
      terminals[index].escapeSince = nil
      for input in terminals[index].terminal.flushEscape() { handle(.input(input), at: index) }
    }
    if let arrivalEnd, arrivalEnd <= .now {
      self.arrivalEnd = nil
      if lastNumber == 0, !app.isPlaying { ending = .left }
    }
    var hasReadings = false
    for index in terminals.indices {
      let number = terminals[index].number
      let reading = with(index) { $0.app.dueReading(at: .now) }
      for effect in reading ?? [] { perform(effect, at: number) }
      hasReadings = hasReadings || reading != nil
    }
    if !hasReadings { handle(.ticked) }
  }

  private mutating func takeInput(at index: Int) {
    let number = terminals[index].number
    terminals[index].forgetsTyped = false
    do {
      for input in try terminals[index].terminal.read() {
        // The key before may have taken the terminal away.
        guard let index = self.index(of: number), !terminals[index].forgetsTyped else { return }
        use(index)
        // Keys typed ahead refer to the rows and the window that the previous keys opened.
        let limit = terminals[index].patience.allowance(
          isAwaited: app.awaitsRows || app.awaitsWindow)
        let isAwaited = { (app: App) in app.awaits(before: input) }
        if isAwaited(app) {
          let start = ContinuousClock.now
          wait(atMost: limit, while: isAwaited)
          // A command from elsewhere may have taken the terminal away meanwhile.
          guard let index = self.index(of: number) else { return }
          use(index)
          terminals[index].patience.waited(start.duration(to: .now), isOver: !isAwaited(app))
        }
        guard let index = self.index(of: number) else { return }
        handle(.input(input), at: index)
      }
      guard let index = self.index(of: number) else { return }
      terminals[index].escapeSince = terminals[index].terminal.pendingEscape ? .now : nil
    } catch {
      hungUp(number)
    }
  }
}

extension Event {
  /// Whether it is a reading of what is heard, which comes thirty times a second.
  fileprivate var isReading: Bool { if case .heard = self { true } else { false } }
}

// Terminals: those that come and go, what their traits mean, editors in them.

import Control
import Curses
import Glibc
import Interface
import Music
import Screen

extension RunLoop {
  // MARK: Coming and going

  /// Makes the interface have the state of a terminal.
  mutating func use(_ index: Int) {
    guard index != used, var state = terminals[index].state.take() else { return }
    app.use(&state)
    // Without terminals the interface had the state of the last one.
    if let used { terminals[used].state = state }
    used = index
  }

  /// The same for as long as the body runs.
  mutating func with<Value>(_ index: Int, _ body: (inout RunLoop) -> Value) -> Value {
    let before = used.map { terminals[$0].number }
    use(index)
    // The body may have taken terminals away.
    defer { if let before, let index = self.index(of: before) { use(index) } }
    return body(&self)
  }

  mutating func handle(_ request: TerminalRequest) {
    guard ending == nil else { return }
    switch request {
    case .attach(let client): attach(client)
    case .message(let client, let message):
      guard let index = terminals.firstIndex(where: { $0.client === client }) else { return }
      handle(message, at: index)
    }
  }

  private mutating func attach(_ client: TerminalClient) {
    // It waited too long, and its terminal is the shell's again.
    guard client.state != .gone else { return }
    let terminal: Terminal
    // Before anything is changed there, so that the client gives it back in any case.
    client.send(.attached(ControlHello()))
    do throws(TerminalError) {
      terminal = try Terminal(
        input: client.input, output: client.output, environment: client.environment)
    } catch {
      client.send(.leave(say: UserText.of(error), status: 1))
      // It was started for this terminal.
      if arrivalEnd != nil, lastNumber == 0, !app.isPlaying { ending = .left }
      return
    }
    app.now = .now
    lastNumber += 1
    runner.begin(lastNumber, variables: client.environment)
    if terminals.isEmpty { runner.forget(app.terminal.number) }
    terminals.append(
      AttachedTerminal(
        number: lastNumber, terminal: terminal, client: client,
        state: app.newTerminal(lastNumber, size: terminal.size)))
    let index = terminals.count - 1
    use(index)
    app.hasOtherTerminals = terminals.count > 1
    app.hasColors = terminal.depth != .none
    app.hasManyColors = terminal.depth.hasPalette
    app.folder = client.line.folder
    app.fitWaveforms(to: client.environment)
    do {
      let events = try prepare(client, &app)
      handle(.ticked, at: index)
      for event in events { handle(event, at: index) }
    } catch {
      return remove(index, saying: UserText.of(error), status: 1)
    }
    useTraits(at: index)
  }

  private mutating func handle(_ message: TerminalClient.Message, at index: Int) {
    switch message {
    case .resized: resize(index)
    case .continued:
      // The shell has had the terminal, and left it in its own modes.
      terminals[index].wordWhenLeft = nil
      terminals[index].terminal.suspend()
      terminals[index].isStopped = false
      takeTerminal(at: index)
    case .stopping:
      terminals[index].isStopped = true
      lend(index, .stop)
    case .gone: remove(index, saying: nil, status: 0)
    case .taken:
      terminals[index].terminal.abandon()
      remove(index, saying: nil, status: 0)
    case .edited(let outcome):
      guard let text = terminals[index].edited.take() else { return }
      terminals[index].isStopped = false
      takeTerminal(at: index)
      switch outcome {
      case .ended(let status): handle(text.ended(.ended(status)), at: index)
      case .notStarted(let reason): handle(text.ended(.notStarted(reason)), at: index)
      }
    }
  }

  /// The user leaves a terminal; the player plays on.
  mutating func leave(_ index: Int) {
    let state = app.isPlaying ? "plays on" : "stays"
    let line = "Tritone \(state). End it with: tritone quit"
    remove(index, saying: line, status: 0)
  }

  /// A terminal is gone: the end of the program where it is its own.
  mutating func hungUp(_ number: Int) {
    guard let index = index(of: number) else { return }
    if terminals[index].client == nil {
      ending = .ended(signal: nil)
    } else {
      remove(index, saying: nil, status: 0)
    }
  }

  private mutating func remove(_ index: Int, saying line: String?, status: Int32) {
    if index == used, terminals.count > 1 { use(index == 0 ? 1 : index - 1) }
    if terminals[index].listens { listen(false, at: index) }
    let gone = terminals.remove(at: index)
    if let used, used > index { self.used = used - 1 }
    giveBack(gone, .leave(say: line, status: status))
    runner.forget(gone.number)
    app.hasOtherTerminals = terminals.count > 1
    // Its rows and windows show no more.
    guard terminals.isEmpty else { return handle(.ticked) }
    used = nil
    app.now = .now
    for effect in app.detach() { runner.perform(effect) }
  }

  // MARK: Giving back

  /// Gives a terminal back for a while, without waiting for it; then its client gets its word.
  private mutating func lend(_ index: Int, _ word: TerminalWord) {
    terminals[index].terminal.beginLeaving(forGood: false)
    terminals[index].wordWhenLeft = word
    terminals[index].goOnLeaving()
  }

  /// The same for good, to a terminal that is none of ours any more.
  mutating func giveBack(_ gone: AttachedTerminal, _ word: TerminalWord) {
    var gone = gone
    gone.terminal.beginLeaving(forGood: true)
    gone.wordWhenLeft = word
    gone.goOnLeaving()
    if gone.terminal.isLeaving { leaving.append(gone) }
  }

  mutating func goOnLeaving() {
    for index in terminals.indices { terminals[index].goOnLeaving() }
    for index in leaving.indices { leaving[index].goOnLeaving() }
    leaving.removeAll { !$0.terminal.isLeaving }
  }

  /// At the end of the program, where nobody else is waiting.
  mutating func waitForLeaving() {
    while let end = leaving.compactMap(\.terminal.leavingEnd).min() {
      var descriptors =
        leaving.map { pollfd(fd: $0.input, events: Int16(POLLIN), revents: 0) }
        + leaving.map { pollfd(fd: $0.output, events: Int16(POLLOUT), revents: 0) }
      let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
      poll(&descriptors, nfds_t(descriptors.count), Int32(max(0, left.rounded(.up))))
      goOnLeaving()
    }
  }

  // MARK: Traits

  /// Shows pictures and names as the user, the terminal's answers and its size suggest, and the
  /// skin for its background.
  mutating func useTraits(at index: Int) {
    let terminal = terminals[index].terminal
    let traits = terminal.traits
    let (art, bidi) = with(index) { ($0.app.art, $0.app.bidi.current) }
    let last = terminals[index]
    guard traits != last.lastTraits || art != last.lastArt || bidi != last.lastBidi else { return }
    (terminals[index].lastTraits, terminals[index].lastArt) = (traits, art)
    terminals[index].lastBidi = bidi
    // What the terminal says of itself is no use of it.
    with(index) { loop in
      if let tone = traits.tone, tone != last.lastTraits?.tone {
        loop.handle(.backgroundFound(tone), at: index)
      }
      terminal.separation = bidi.choice(for: traits).way
      let way = art.choice(for: traits).way
      if way != loop.app.covers.way { terminal.removeImages() }
      loop.handle(
        .imagesChosen(way, cell: traits.cellSize, hasSextants: terminal.hasSextants), at: index)
    }
  }

  // MARK: Signals

  /// The terminal sends these to the editor, too, whose end and stop are seen by SIGCHLD.
  private static let signalsOfEditor = [SIGCONT, SIGTSTP, SIGINT, SIGQUIT]

  mutating func handle(signal: Int32) {
    let own = index(of: 0)
    switch signal {
    case SIGWINCH: if let own { resize(own) }
    case SIGCHLD: lookAfterEditor()
    case _ where editor != nil && RunLoop.signalsOfEditor.contains(signal): break
    case SIGCONT: if let own { takeTerminal(at: own) }
    case SIGTSTP:
      if let own { terminals[own].terminal.suspend() }
      kill(getpid(), SIGSTOP)
    default:
      editor?.end()
      ending = .ended(signal: signal)
    }
  }

  private mutating func resize(_ index: Int) {
    terminals[index].terminal.resize()
    terminals[index].pacer.cleared()
    handle(.resized(terminals[index].terminal.size), at: index)
    useTraits(at: index)
  }

  // MARK: The editor

  /// Gives the terminal to the editor; events are handled meanwhile, and nothing is drawn there.
  mutating func edit(_ text: AttachedTerminal.EditedText, at index: Int) {
    guard terminals[index].edited == nil else {
      return handle(text.ended(.notStarted("An editor is open already")), at: index)
    }
    // Keys typed ahead are meant for the editor.
    terminals[index].forgetsTyped = true
    if terminals[index].client != nil {
      terminals[index].edited = text
      return lend(index, .edit(text.path))
    }
    let terminal = terminals[index].terminal
    terminal.suspend()
    do throws(Failure) {
      editor = try Editor(
        of: text.path, input: terminal.inputDescriptor, output: terminal.outputDescriptor)
      terminals[index].edited = text
    } catch {
      takeTerminal(at: index)
      handle(text.ended(.notStarted(error.reason)), at: index)
    }
  }

  private mutating func lookAfterEditor() {
    guard let editor, let own = index(of: 0) else { return }
    switch editor.state() {
    case .running: break
    case .stopped: kill(getpid(), SIGSTOP)
    case .ended(let status):
      self.editor = nil
      let text = terminals[own].edited.take()
      takeTerminal(at: own)
      if let text { handle(text.ended(.ended(status)), at: own) }
    }
  }

  private mutating func takeTerminal(at index: Int) {
    guard terminals[index].edited == nil else { return }
    terminals[index].terminal.resume()
    terminals[index].pacer.cleared()
    handle(.resized(terminals[index].terminal.size), at: index)
    useTraits(at: index)
  }
}

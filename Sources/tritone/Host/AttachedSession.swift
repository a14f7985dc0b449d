import Control
import Curses
import Glibc
import Music

/// The time in which the player has the terminal.
struct AttachedSession {
  let client: ControlClient
  let restoration: TerminalRestoration
  let signals: SignalDescriptor
  /// Whether the player draws on the terminal.
  var isDrawn = false
  private var editor: Editor?
  var unread = UnreadInput(of: STDIN_FILENO)
  /// The wait for a player that is stopped; nil while none is known to be.
  var wait: StoppedPlayerWait?
  /// The signal that ends this process, and when it no longer waits for its terminal.
  private var end: (signal: Int32, deadline: ContinuousClock.Instant)?
  /// When to look why the player has not taken the terminal; nil when it has.
  private var attachLook: ContinuousClock.Instant?
  /// The looks that are left to a player that is only busy.
  private var attachLooks = 5

  /// How long the player may take to give the terminal back at a signal.
  private static let patience: Duration = .seconds(2)

  init(client: ControlClient, restoration: TerminalRestoration, signals: SignalDescriptor) {
    self.client = client
    self.restoration = restoration
    self.signals = signals
    attachLook = .now.advanced(by: ControlClient.moment)
  }

  /// Brings the terminal back where the player left it drawn on, once an editor there has ended.
  mutating func takeTerminal() {
    awaitEditor()
    guard isDrawn || wait != nil else { return }
    if isDrawn { restoration.restore() }
    isDrawn = false
    wait.take()?.end(dropsKeys: true)
    // A player that goes on later shall not write to it. One that has ended needs no word.
    try? client.send(.taken)
  }

  /// The terminal is the editor's until it ends, whatever becomes of the player.
  private mutating func awaitEditor() {
    while let running = editor {
      if let end, end.deadline <= .now { return }
      switch running.state() {
      case .running: usleep(20_000)
      case .stopped: kill(getpid(), SIGSTOP)
      case .ended: editor = nil
      }
    }
  }

  /// - Returns: The status to exit with.
  mutating func run() throws -> Int32 {
    while true {
      while let word = try client.word() {
        switch word {
        case .attached: (isDrawn, attachLook) = (true, nil)
        case .stop:
          if wait == nil { kill(getpid(), SIGSTOP) } else { try endWait() }
        case .edit(let path): try edit(path)
        case .leave(let line, let status):
          isDrawn = false
          wait.take()?.end(dropsKeys: true)
          awaitEditor()
          if let line, awaitRoom() {
            if status == 0 {
              StandardOutput.line(line)
            } else {
              StandardError.print("tritone: \(line)")
            }
          }
          return end.map { 128 + $0.signal } ?? status
        }
      }
      for signal in signals.takeAll() { try receive(signal) }
      if let end, end.deadline <= .now {
        takeTerminal()
        return 128 + end.signal
      }
      try lookAfterPlayer()
      sleep()
    }
  }

  /// Waits until the terminal takes a line, but not for ever, nor behind a signal: one that is
  /// stopped takes none, and is given up.
  mutating func awaitRoom() -> Bool {
    let deadline = ContinuousClock.now.advanced(by: Self.patience)
    while end == nil, ContinuousClock.now < deadline {
      if restoration.takesLine { return true }
      var descriptors = [
        pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
      poll(&descriptors, 2, Int32(max(0, left.rounded(.up))))
      for signal in signals.takeAll() {
        switch signal {
        case SIGTSTP: kill(getpid(), SIGSTOP)
        case SIGTERM, SIGHUP, SIGINT, SIGQUIT: end = (signal, deadline)
        default: break  // because the player no longer draws there
        }
      }
    }
    restoration.abandon()
    return false
  }

  /// Sleeps until something comes, without a timeout while all is well.
  private func sleep() {
    let watched = isDrawn && editor == nil
    var descriptors = [
      client.descriptor, signals.descriptor, watched || wait != nil ? unread.descriptor : -1,
    ].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let next = [end?.deadline, attachLook, watched ? unread.nextLook : nil].compactMap(\.self).min()
    let left = next.map { ContinuousClock.now.duration(to: $0) / .milliseconds(1) }
    poll(&descriptors, nfds_t(descriptors.count), left.map { Int32(max(0, $0.rounded(.up))) } ?? -1)
  }

  /// A player that leaves keys unread may be stopped: nothing else could end this process then.
  private mutating func lookAfterPlayer() throws {
    if let attachLook, attachLook <= .now {
      try client.checkIsRunning()
      attachLooks -= 1
      if attachLooks == 0 { throw noAnswer }
      self.attachLook = .now.advanced(by: ControlClient.patience)
    }
    if wait != nil, unread.endBurst() { wait?.dropTyped() }
    guard isDrawn, editor == nil, let isLong = unread.look() else { return }
    if ProcessState.of(client.process) == .stopped { return try beginWait() }
    guard isLong else { return }
    takeTerminal()
    // They were meant for the player.
    tcflush(STDIN_FILENO, TCIFLUSH)
    throw noAnswer
  }

  private var noAnswer: Failure {
    Failure(reason: "the player does not answer (process \(client.process))")
  }

  private mutating func receive(_ signal: Int32) throws {
    if wait != nil, try receiveWaiting(signal) { return }
    switch signal {
    case SIGWINCH: try client.send(.winch)
    case SIGCONT:
      if editor == nil {
        restoration.claim()
        try client.send(.cont)
      }
    case SIGTSTP: if editor == nil { try client.send(.tstp) }
    case SIGCHLD: try lookAfterEditor()
    // The terminal may be gone, or only this process is meant.
    case SIGHUP: try leave(by: signal, .hup)
    case SIGINT, SIGQUIT:
      if editor == nil { try leave(by: signal, .int) }
    default: try leave(by: signal, .term)
    }
  }

  private mutating func leave(by signal: Int32, _ word: TerminalSignal) throws {
    editor?.end()
    // A player that is stopped gives nothing back.
    let patience = wait == nil ? Self.patience : .zero
    if end == nil { end = (signal, .now.advanced(by: patience)) }
    if wait == nil { try client.send(word) }
  }

  private mutating func edit(_ path: FilePath) throws {
    do throws(Failure) {
      editor = try Editor(of: path, input: STDIN_FILENO, output: STDOUT_FILENO)
    } catch {
      try client.send(EditorReport.notStarted(error.reason))
    }
  }

  private mutating func lookAfterEditor() throws {
    guard let editor else { return }
    switch editor.state() {
    case .running: break
    case .stopped: kill(getpid(), SIGSTOP)
    case .ended(let status):
      self.editor = nil
      try client.send(EditorReport.ended(status))
    }
  }
}

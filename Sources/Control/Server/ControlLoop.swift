// The thread of the socket: owns all its descriptors, never waits for one program alone, and sleeps
// without a timeout while nothing happens.
internal import CLinux
internal import Glibc
internal import JSON
internal import Music

/// Serves programs until the desk ends.
struct ControlLoop {
  let listener: Int32
  let desk: ControlDesk
  let handlers: ControlServer.Handlers

  private var clients: [ServedClient] = []
  /// Without descriptors the listener stays ready: until then it is left alone.
  private var listensAgain: ContinuousClock.Instant?

  /// Programs at once.
  static let mostClients = 64
  /// Those among them that follow the player: forgotten ones leave room for terminals and commands.
  static let mostFollowers = 40
  /// What is left to programs that read, at the end.
  private static let lastWords: Duration = .milliseconds(300)

  init(listener: Int32, desk: ControlDesk, handlers: ControlServer.Handlers) {
    self.listener = listener
    self.desk = desk
    self.handlers = handlers
  }

  mutating func run() {
    while !desk.isEnding {
      let isHeldUp = desk.isFull
      var polled = [
        pollfd(fd: desk.wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: listensAgain == nil ? listener : -1, events: Int16(POLLIN), revents: 0),
      ]
      polled += clients.map { $0.polled(isHeldUp: isHeldUp) }
      poll(&polled, nfds_t(polled.count), listensAgain == nil ? -1 : 100)
      if let time = listensAgain, time <= .now { listensAgain = nil }
      if polled[0].revents != 0 { desk.wakeUp.clear() }
      for index in clients.indices { serve(index, polled[index + 2].revents) }
      tellNews()
      for index in clients.indices { clients[index].write() }
      endClients(where: \.isOver)
      if polled[1].revents != 0 { accept() }
    }
    close(listener)
    writeLastWords()
    endClients { _ in true }
  }

  private mutating func serve(_ index: Int, _ events: Int16) {
    let events = Int32(events)
    if events & POLLIN != 0 { clients[index].read() }
    if events & (POLLHUP | POLLERR) != 0 {
      // Whatever it sent before it went is read first.
      if !clients[index].hasInputEnded, clients[index].mayAsk { clients[index].read() }
      clients[index].hangUp()
    }
    while clients[index].mayAsk, !desk.isFull, let line = clients[index].nextLine() {
      switch line {
      case .tooLong:
        clients[index].connection.write(ControlAnswer.lineTooLong)
      case .bytes(let bytes): serve(index, bytes)
      }
    }
  }

  private mutating func endClients(where isOver: (ServedClient) -> Bool) {
    var hasEnded = false
    for index in clients.indices.reversed() where isOver(clients[index]) {
      clients[index].end()
      clients.remove(at: index)
      hasEnded = true
    }
    if hasEnded { countSubscribers() }
  }

  private func countSubscribers() {
    desk.setSubscribers(clients.count { !$0.topics.isEmpty })
  }

  // MARK: - Lines

  private mutating func serve(_ index: Int, _ bytes: [UInt8]) {
    guard !ControlLine.isBlank(bytes) else { return }
    if let terminal = clients[index].terminal {
      // Anything else is of a newer program, which does without.
      let node = try? JSONReader.read(bytes, depth: 2)
      if let signal = node?["signal"]?.text.flatMap({ TerminalSignal(rawValue: $0) }) {
        terminal(.signal(signal))
      } else if let report = EditorReport(node?["edited"]) {
        terminal(.edited(report))
      }
      return
    }
    let connection = clients[index].connection
    switch ControlLine(bytes) {
    case .request(let request, let name, let end):
      let ticket = desk.ticket(for: connection, name, until: end)
      handlers.request(request.inFolder(of: connection.process), ticket)
    case .status(let name):
      connection.write(ControlAnswer.success(desk.status.members(), name))
    case .subscribe(let topics, let name):
      let others = clients.indices.count { $0 != index && !clients[$0].topics.isEmpty }
      guard topics.isEmpty || others < Self.mostFollowers else {
        return refuse(index, "\(Self.mostFollowers) programs follow the player already", name)
      }
      clients[index].topics = topics
      clients[index].told = [:]
      countSubscribers()
      connection.write(ControlAnswer.done().line(named: name))
    case .hello(_, let name):
      connection.write(ControlAnswer.success(Self.helloMembers, name))
    case .attach(let line): attach(index, line)
    case .mistake(let reason, let name): refuse(index, reason, name)
    }
  }

  private func refuse(_ index: Int, _ reason: String, _ name: RequestName?) {
    clients[index].connection.write(ControlAnswer.failed(reason).line(named: name))
  }

  private static var helloMembers: [(String, JSONNode?)] {
    let hello = ControlHello()
    return [
      ("protocol", .number(hello.version)), ("build", .text(hello.build)),
      ("version", .text(ProgramVersion.text)), ("process", .number(getpid())),
    ]
  }

  private mutating func attach(_ index: Int, _ line: AttachLine) {
    let connection = clients[index].connection
    var line = line
    do {
      let terminal = try clients[index].takeTerminal(&line)
      let request = AttachRequest(terminal: terminal, line: line, process: connection.process)
      clients[index].terminal = handlers.attach(request, connection)
    } catch {
      refuse(index, error.reason, nil)
    }
  }

  // MARK: - News

  private mutating func tellNews() {
    guard clients.contains(where: { !$0.topics.isEmpty }) else { return }
    let news = desk.news
    for index in clients.indices {
      for topic in clients[index].topics {
        guard let change = news.changes[topic], clients[index].told[topic] != change else {
          continue
        }
        clients[index].told[topic] = change
        clients[index].connection.write(topic.line(of: news.status))
      }
    }
  }

  // MARK: - Connections

  private mutating func accept() {
    // Not for ever: the clients that are there have their turn.
    for _ in 0..<Self.mostClients {
      let descriptor = tritone_accept(listener)
      guard descriptor >= 0 else {
        // A fault that stays would wake the loop without end.
        if ![EAGAIN, EWOULDBLOCK, ECONNABORTED, EINTR].contains(errno) {
          listensAgain = .now + .milliseconds(100)
        }
        return
      }
      guard let process = LocalSocket.ownPeer(of: descriptor) else {
        close(descriptor)
        continue
      }
      guard clients.count < Self.mostClients else {
        let reason = "\(Self.mostClients) programs are connected already"
        let line = ControlAnswer.failed(reason).line(named: nil)
        _ = tritone_send(descriptor, line, line.count, nil, 0)
        close(descriptor)
        continue
      }
      let connection = ControlConnection(process: process, wakeUp: desk.wakeUp)
      clients.append(ServedClient(descriptor, connection))
    }
  }

  private mutating func writeLastWords() {
    let deadline = ContinuousClock.now + Self.lastWords
    while true {
      for index in clients.indices { clients[index].write() }
      var polled = clients.filter(\.connection.hasWaiting).map {
        pollfd(fd: $0.descriptor, events: Int16(POLLOUT), revents: 0)
      }
      let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
      guard !polled.isEmpty, left > 0 else { return }
      poll(&polled, nfds_t(polled.count), Int32(left.rounded(.up)))
    }
  }
}

// The thread of a loopback listener: owns all descriptors, and never waits for one client alone.
internal import Glibc

/// Accepts connections and answers them until the other end of `wakeEnd` is closed.
struct LoopbackLoop {
  let listener: Int32
  let wakeEnd: Int32
  let port: Int
  let path: String
  let limits: LoopbackLimits
  let answer: @Sendable (HTTPURL) -> LoopbackPage

  private var connections: [LoopbackConnection] = []

  init(
    listener: Int32, wakeEnd: Int32, port: Int, path: String, limits: LoopbackLimits,
    answer: @escaping @Sendable (HTTPURL) -> LoopbackPage
  ) {
    self.listener = listener
    self.wakeEnd = wakeEnd
    self.port = port
    self.path = path
    self.limits = limits
    self.answer = answer
  }

  mutating func run() {
    while true {
      var polled = [wakeEnd, listener].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      polled += connections.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
      if poll(&polled, nfds_t(polled.count), millisecondsToDeadline) < 0, errno != EINTR { break }
      if polled[0].revents != 0 { break }
      for index in connections.indices where polled[index + 2].revents != 0 { advance(index) }
      let now = ContinuousClock.now
      for index in connections.indices where connections[index].deadline <= now {
        connections[index].close()
      }
      connections.removeAll(where: \.isClosed)
      if polled[1].revents != 0 { accept() }
    }
    for index in connections.indices { connections[index].close() }
    close(listener)
    close(wakeEnd)
  }

  private var millisecondsToDeadline: Int32 {
    guard let deadline = connections.map(\.deadline).min() else { return -1 }
    let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
    return Int32(min(max(left.rounded(.up), 0), 60_000))
  }

  private mutating func accept() {
    let descriptor = Glibc.accept(listener, nil, nil)
    guard descriptor >= 0 else {
      // Without descriptors the listener stays ready: this is no reason to spin.
      if errno == EMFILE || errno == ENFILE { usleep(100_000) }
      return
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    if connections.count >= limits.connections {
      connections[0].close()
      connections.removeFirst()
    }
    connections.append(LoopbackConnection(descriptor, until: .now + limits.requestTime))
  }

  private mutating func advance(_ index: Int) {
    switch connections[index].phase {
    case .reading:
      connections[index].read(limit: limits.headBytes)
      guard let head = connections[index].head(limit: limits.headBytes) else { return }
      connections[index].begin(page(for: head).response, until: .now + limits.answerTime)
      connections[index].write()
    case .writing: connections[index].write()
    case .draining: connections[index].drain()
    case .closed: break
    }
  }

  private func page(for head: LoopbackConnection.Head) -> LoopbackPage {
    guard case .whole(let bytes) = head else { return .tooLarge }
    let line = bytes.prefix { $0 != 13 && $0 != 10 }
    let words = line.split(separator: 32, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 3, ["HTTP/1.1", "HTTP/1.0"].contains(words[2]),
      (1...16).contains(words[0].utf8.count), words[0].utf8.allSatisfy(ASCII.isToken),
      words[1].hasPrefix("/"), line.allSatisfy({ (32...126).contains($0) })
    else { return .badRequest }
    let url: HTTPURL
    do { url = try HTTPURL("http://127.0.0.1:\(port)\(words[1])") } catch { return .badRequest }
    guard url.path == path else { return .notFound }
    guard words[0] == "GET" else { return .wrongMethod }
    return answer(url)
  }
}

internal import CLinux
internal import Glibc
package import JSON
internal import Music

/// A program's end of the socket, on one thread.
///
/// Waits only where its calls say so. It loads no library of its own, so that a sub-command answers
/// within milliseconds.
package final class ControlClient {
  /// Readable when lines have come, and at the end of the connection.
  package let descriptor: Int32
  /// The process of the player.
  package let process: Int32
  private var lines = LineBuffer(longest: longestAnswer)
  private var hasEnded = false
  private var nextName = 1

  /// Bytes; a part of the queue with the longest tags.
  private static let longestAnswer = 64 << 20
  /// How long a player may take to answer that is not stopped.
  package static let patience: Duration = .seconds(5)
  /// How long it may be silent before it is looked at, whether it is stopped.
  package static let moment: Duration = .milliseconds(300)

  /// Connects to the player.
  ///
  /// - Parameter waiting: how long to try again, for a player that is just starting.
  /// - Throws: `noHost` where none listens.
  package convenience init(
    _ socket: ControlSocket, waiting: Duration = .zero
  ) throws(ControlError) {
    let deadline = ContinuousClock.now + waiting
    while true {
      do {
        let (descriptor, process) = try Self.connect(socket)
        self.init(descriptor, process: process)
        return
      } catch {
        guard case .noHost = error, .now < deadline else { throw error }
      }
      usleep(5_000)
    }
  }

  private init(_ descriptor: Int32, process: Int32) {
    self.descriptor = descriptor
    self.process = process
  }

  deinit { close(descriptor) }

  private static func connect(
    _ socket: ControlSocket
  ) throws(ControlError) -> (Int32, process: Int32) {
    try socket.checkFolder()
    let descriptor = try LocalSocket.make()
    let deadline = ContinuousClock.now + patience
    var (code, holder): (Int32, Int32?) = (0, nil)
    repeat {
      code =
        LocalSocket.withAddress(socket.path) { Glibc.connect(descriptor, $0, $1) } == 0 ? 0 : errno
      guard code == EAGAIN else { continue }
      // So many programs wait to be let in: the player is busy, or stopped.
      if holder == nil { holder = HostLock.holder(of: socket) }
      if let holder, ProcessState.of(holder) == .stopped {
        close(descriptor)
        throw .stopped(process: holder)
      }
      usleep(5_000)
    } while (code == EAGAIN || code == EINTR) && .now < deadline
    guard code == 0, let process = LocalSocket.ownPeer(of: descriptor) else {
      close(descriptor)
      switch code {
      case 0: throw .ofAnotherUser(socket.path)
      case ENOENT, ECONNREFUSED: throw .noHost
      case EAGAIN: throw .noAnswer
      default: throw .system(socket.path, code: code)
      }
    }
    return (descriptor, process)
  }

  // MARK: - Requests

  /// Sends a request and returns its answer.
  ///
  /// - Throws: `refused` with the player's reason.
  @discardableResult
  package func request(_ members: [(String, JSONNode?)]) throws(ControlError) -> JSONNode {
    let name = nextName
    nextName += 1
    // A player that goes on later does not carry out what nobody waits for.
    let end = MonotonicTime.now.milliseconds + Self.patience / .milliseconds(1)
    try send(
      JSONNode.object([("id", .number(name))] + members + [("until", .number(end.rounded()))]).line)
    var deadline: ContinuousClock.Instant? = .now + Self.patience
    while true {
      let bytes = try awaitedLine(until: deadline)
      let answer = try Self.node(bytes)
      if answer["begun"] != nil, answer["id"]?.integer == name { deadline = nil }
      guard let isDone = answer["ok"]?.bool else { continue }
      // A refusal of the connection as a whole has no name.
      let isOurs = answer["id"]?.integer == name
      guard isDone else {
        guard isOurs || answer["id"] == nil else { continue }
        throw .refused(answer["error"]?.text ?? "the player refuses")
      }
      if isOurs { return answer }
    }
  }

  /// The next line, for which a player that is stopped is not waited for.
  ///
  /// - Parameter deadline: nil waits for ever, for work that goes on with the player.
  private func awaitedLine(until deadline: ContinuousClock.Instant?) throws(ControlError) -> [UInt8]
  {
    let looks = deadline.map { [min(.now + Self.moment, $0), $0] } ?? [nil]
    for look in looks {
      if let bytes = try line(until: look) { return bytes }
      try checkIsRunning()
    }
    throw .noAnswer
  }

  /// - Throws: `stopped` where the player is stopped by a signal.
  package func checkIsRunning() throws(ControlError) {
    if ProcessState.of(process) == .stopped { throw .stopped(process: process) }
  }

  /// What the player says of itself.
  package func hello() throws(ControlError) -> ControlHello {
    let own = ControlHello()
    let answer = try request([
      (
        "hello",
        .object([("protocol", .number(own.version)), ("build", .text(own.build))])
      )
    ])
    guard let version = answer["protocol"]?.integer, let build = answer["build"]?.text else {
      throw .garbage
    }
    return ControlHello(version: version, build: build)
  }

  /// Asks to be told of changes; `line` returns them, first the whole state of each topic.
  package func subscribe(_ topics: [ControlTopic]) throws(ControlError) {
    try request([("subscribe", .array(topics.map { .text($0.rawValue) }))])
  }

  /// Hands a terminal over to the player, whose words come by `word`.
  ///
  /// - Parameter terminal: its descriptors for input and output; they stay open here.
  package func attach(
    _ line: AttachLine, terminal: (input: Int32, output: Int32)
  ) throws(ControlError) {
    guard line.passesArguments else {
      return try send(line.node.line, [terminal.input, terminal.output])
    }
    let bytes = line.argumentBytes
    let arguments = tritone_sealed_memory(bytes, bytes.count)
    guard arguments >= 0 else { throw .system(FilePath("memfd"), code: errno) }
    defer { close(arguments) }
    try send(line.node.line, [terminal.input, terminal.output, arguments])
  }

  /// Passes a signal on to the player that draws on the terminal.
  package func send(_ signal: TerminalSignal) throws(ControlError) {
    try send(JSONNode.object([("signal", .text(signal.rawValue))]).line)
  }

  /// Says how the editor ended.
  package func send(_ report: EditorReport) throws(ControlError) {
    try send(JSONNode.object([("edited", report.node)]).line)
  }

  /// The next word of the player to an attached terminal; nil while there is none. Does not wait.
  ///
  /// - Throws: `lost` at the end of the connection.
  package func word() throws(ControlError) -> TerminalWord? {
    while let bytes = try line(until: .now) {
      let node = try Self.node(bytes)
      if let reason = node["error"]?.text { throw .refused(reason) }
      if let word = TerminalWord(node) { return word }
    }
    return nil
  }

  // MARK: - Lines

  /// Sends one line as it is.
  package func send(_ line: [UInt8]) throws(ControlError) { try send(line, []) }

  private func send(_ line: [UInt8], _ descriptors: [Int32]) throws(ControlError) {
    var rest = line[...]
    let deadline = ContinuousClock.now + Self.patience
    while !rest.isEmpty {
      // With the first byte alone: they may not come twice.
      let passed = rest.count == line.count ? descriptors : []
      let sent = rest.withUnsafeBytes {
        tritone_send(descriptor, $0.baseAddress, $0.count, passed, Int32(passed.count))
      }
      if sent > 0 {
        rest = rest.dropFirst(sent)
      } else if !LocalSocket.isTemporary(errno) {
        // What the player said before it closed is read yet.
        hasEnded = true
        return
      } else if try !wait(for: POLLOUT, until: deadline) {
        try checkIsRunning()
        throw .noAnswer
      }
    }
  }

  /// The next line of the player, without its end; nil where none comes in time.
  ///
  /// - Parameters:
  ///   - deadline: nil waits for ever.
  ///   - output: whoever reads it is what the line is for; nil for nobody.
  /// - Throws: `lost` at the end of the connection, `unread` where nobody reads the output.
  package func line(
    until deadline: ContinuousClock.Instant? = nil, watching output: Int32? = nil
  ) throws(ControlError) -> [UInt8]? {
    while true {
      switch lines.next() {
      case .bytes(let bytes): return bytes
      case .tooLong: throw .garbage
      case nil: break
      }
      if try read() { continue }
      guard try wait(for: Int32(POLLIN), until: deadline, watching: output) else { return nil }
    }
  }

  /// Reads what has come; false for nothing.
  private func read() throws(ControlError) -> Bool {
    var part = [UInt8](repeating: 0, count: 64 << 10)
    let got = recv(descriptor, &part, part.count, 0)
    if got > 0 {
      part[..<got].withUnsafeBytes { lines.append($0) }
      return true
    }
    guard got < 0, LocalSocket.isTemporary(errno), !hasEnded else { throw .lost }
    return false
  }

  private func wait(
    for events: Int32, until deadline: ContinuousClock.Instant?, watching output: Int32? = nil
  ) throws(ControlError) -> Bool {
    var polled = [
      pollfd(fd: descriptor, events: Int16(events), revents: 0),
      pollfd(fd: output ?? -1, events: 0, revents: 0),
    ]
    var milliseconds: Int32 = -1
    if let deadline {
      let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
      guard left > 0 else { return false }
      milliseconds = Int32(min(left.rounded(.up), 1e9))
    }
    // A signal is no reason to give up; the caller looks at the time again.
    let ready = poll(&polled, 2, milliseconds)
    if ready > 0, Int32(polled[1].revents) & (POLLERR | POLLHUP) != 0 { throw .unread }
    return ready > 0 || ready < 0 && errno == EINTR
  }

  /// A line as JSON.
  package static func node(_ line: [UInt8]) throws(ControlError) -> JSONNode {
    do { return try JSONReader.read(line) } catch { throw .garbage }
  }
}

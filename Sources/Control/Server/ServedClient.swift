internal import CLinux
internal import Glibc
internal import Music

/// One program at the other end of the socket, on the server's thread. No call waits.
struct ServedClient {
  let descriptor: Int32
  let connection: ControlConnection
  var topics: [ControlTopic] = []
  /// The newest change of each topic that the program was told of.
  var told: [ControlTopic: UInt64] = [:]
  /// Of an attached terminal.
  var terminal: (@Sendable (AttachedEvent) -> Void)?
  private var lines = LineBuffer(longest: ControlProtocol.longestLine)
  private var passed: [Int32] = []
  /// Whether more descriptors came than a terminal has.
  private var hadMore = false
  private(set) var hasInputEnded = false
  /// Nobody reads what is written to it.
  private var isDeaf = false

  /// Bytes that are read at once, so that one program does not hold up the others.
  private static let portion = 64 << 10

  init(_ descriptor: Int32, _ connection: ControlConnection) {
    self.descriptor = descriptor
    self.connection = connection
  }

  var mayAsk: Bool { connection.mayAsk }

  /// The events to wait for; a descriptor of -1 is not looked at, not even for its end. While a request
  /// waits for its answer, the end alone is of interest.
  func polled(isHeldUp: Bool) -> pollfd {
    var events: Int32 = 0
    if !hasInputEnded, mayAsk, !isHeldUp { events |= POLLIN }
    if connection.hasWaiting, !isDeaf { events |= Int32(POLLOUT) }
    let awaitsAnswer = connection.isAsking && !connection.isAbandoned
    let isLookedAt = events != 0 || !isDeaf && (hasInputEnded || awaitsAnswer)
    return pollfd(fd: isLookedAt ? descriptor : -1, events: Int16(events), revents: 0)
  }

  /// Whether nothing is to come of it any more.
  var isOver: Bool {
    if connection.hasOverflowed || connection.isDone { return true }
    guard hasInputEnded, !lines.hasLine else { return false }
    if terminal != nil || isDeaf { return true }
    return topics.isEmpty && !connection.isAsking && !connection.hasWaiting
  }

  mutating func nextLine() -> LineBuffer.Line? { lines.next() }

  mutating func read() {
    guard !hasInputEnded else { return }
    var (descriptors, count, more): ([Int32], Int32, Int32) = (
      Array(repeating: -1, count: Int(tritone_most_descriptors)), 0, 0
    )
    let got = withUnsafeTemporaryAllocation(byteCount: Self.portion, alignment: 1) { bytes in
      let got = tritone_receive(
        descriptor, bytes.baseAddress, bytes.count, &descriptors, &count, &more)
      if got > 0 { lines.append(UnsafeRawBufferPointer(rebasing: bytes[..<got])) }
      return got
    }
    let code = errno
    passed += descriptors.prefix(Int(count))
    hadMore = hadMore || more != 0
    while passed.count > Int(tritone_most_descriptors) {
      close(passed.removeLast())
      hadMore = true
    }
    if terminal != nil { closePassed() }
    if got == 0 {
      hasInputEnded = true
      lines.end()
    } else if got < 0, !LocalSocket.isTemporary(code) {
      hasInputEnded = true
      goDeaf()
      lines.end()
    }
  }

  mutating func write() {
    guard !isDeaf else {
      _ = connection.takeWaiting()
      return
    }
    let waiting = connection.takeWaiting()
    var rest = waiting[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { tritone_send(descriptor, $0.baseAddress, $0.count, nil, 0) }
      guard sent > 0 else {
        guard LocalSocket.isTemporary(errno) else {
          // Requests sent before it went are still carried out, where they need no answer.
          goDeaf()
          return
        }
        break
      }
      rest = rest.dropFirst(sent)
    }
    if !rest.isEmpty { connection.putBack(rest) }
  }

  /// The other end is closed altogether.
  mutating func hangUp() {
    connection.abandon()
    if hasInputEnded { isDeaf = true }
  }

  private mutating func goDeaf() {
    isDeaf = true
    connection.abandon()
  }

  /// The descriptors that came, for a terminal: two, none, or a mistake. A third one has what is too
  /// long for its line.
  mutating func takeTerminal(_ line: inout AttachLine) throws(RequestMistake) -> PassedTerminal? {
    defer { closePassed() }
    let wanted = line.passesArguments ? 3 : 2
    guard !hadMore, passed.isEmpty || passed.count == wanted else {
      throw RequestMistake("a terminal has two descriptors: input and output")
    }
    guard passed.count == wanted else { return nil }
    if line.passesArguments { try line.readArguments(from: passed[2]) }
    let terminal = PassedTerminal(input: passed[0], output: passed[1])
    passed.removeFirst(2)
    return terminal
  }

  private mutating func closePassed() {
    for descriptor in passed { close(descriptor) }
    passed = []
    hadMore = false
  }

  mutating func end() {
    connection.end()
    closePassed()
    close(descriptor)
    terminal?(.ended)
    terminal = nil
  }
}

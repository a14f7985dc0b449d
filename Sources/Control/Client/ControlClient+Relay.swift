internal import CLinux
internal import Glibc
internal import JSON
internal import Music

extension ControlClient {
  /// Passes lines on to the player as they are read, and its lines back, until both have ended.
  ///
  /// No more is read while as many requests wait for their answers as the player takes. A line that
  /// is longer than it takes is refused here.
  ///
  /// - Parameters:
  ///   - input: a descriptor that is read to its end.
  ///   - output: takes what the player says, in whole lines.
  /// - Returns: whether all requests were carried out.
  /// - Throws: `stopped` where the player is stopped and owes an answer.
  package func relay(
    from input: Int32, to output: ([UInt8]) throws -> Void
  ) throws -> Bool {
    var state = Relay()
    while true {
      do {
        while let line = try line(until: .now) {
          state.note(try Self.node(line)["ok"]?.bool)
          try output(line + [UInt8(ascii: "\n")])
        }
      } catch ControlError.lost {
        // It closes the connection when it has answered all.
        if state.hasEnded { return state.isDone }
        throw ControlError.lost
      }
      while let refusal = state.passOn() { try output(refusal) }
      if state.endsInput() { shutdown(descriptor, Int32(SHUT_WR)) }
      var polled = [
        pollfd(
          fd: descriptor,
          events: Int16(state.waiting.isEmpty ? POLLIN : POLLIN | Int32(POLLOUT)), revents: 0),
        // Nothing is read while something waits: what is between both is bounded.
        pollfd(fd: state.reads ? input : -1, events: Int16(POLLIN), revents: 0),
      ]
      let ready = poll(&polled, 2, state.awaitsLook ? Int32(Self.moment / .milliseconds(1)) : -1)
      if ready == 0 {
        try checkIsRunning()
        state.awaitsLook = false
      }
      guard ready > 0 else { continue }
      if polled[1].revents != 0 { state.read(input) }
      if !state.waiting.isEmpty, Int32(polled[0].revents) & Int32(POLLOUT) != 0 {
        state.send(to: descriptor)
      }
    }
  }
}

/// The lines between a program and the player.
private struct Relay {
  private var lines = LineBuffer(longest: ControlProtocol.longestLine)
  /// Requests without an answer.
  private var unanswered = 0
  private(set) var isDone = true
  /// Bytes for the player.
  private(set) var waiting: [UInt8] = []
  /// Whether no more is to be read.
  private(set) var hasEnded = false
  /// Whether the player was told so.
  private var isTold = false
  /// Whether the player was not looked at since the last request.
  var awaitsLook = false

  /// As many as the player owes to all programs.
  static let mostUnanswered = 1024

  var reads: Bool { !hasEnded && waiting.isEmpty && unanswered < Self.mostUnanswered }

  /// Whether the player is to be told, once, that nothing more comes.
  mutating func endsInput() -> Bool {
    guard hasEnded, !isTold, waiting.isEmpty, !lines.hasLine else { return false }
    isTold = true
    return true
  }

  mutating func read(_ input: Int32) {
    var part = [UInt8](repeating: 0, count: 64 << 10)
    let got = Glibc.read(input, &part, part.count)
    if got > 0 {
      part[..<got].withUnsafeBytes { lines.append($0) }
    } else if got == 0 || errno != EINTR {
      lines.end()
      hasEnded = true
    }
  }

  /// Takes lines for the player.
  ///
  /// - Returns: The refusal of a line; nil behind the last one.
  mutating func passOn() -> [UInt8]? {
    while unanswered < Self.mostUnanswered, let line = lines.next() {
      switch line {
      case .tooLong:
        isDone = false
        return ControlAnswer.lineTooLong
      case .bytes(let bytes):
        waiting += bytes + [UInt8(ascii: "\n")]
        guard !ControlLine.isBlank(bytes) else { continue }
        unanswered += 1
        awaitsLook = true
      }
    }
    return nil
  }

  /// - Parameter isOK: That of a line of the player; nil for a line that is no answer.
  mutating func note(_ isOK: Bool?) {
    guard let isOK else { return }
    if !isOK { isDone = false }
    unanswered = max(0, unanswered - 1)
    awaitsLook = awaitsLook && unanswered > 0
  }

  mutating func send(to descriptor: Int32) {
    let sent = tritone_send(descriptor, waiting, waiting.count, nil, 0)
    if sent > 0 {
      waiting.removeFirst(sent)
    } else if !LocalSocket.isTemporary(errno) {
      waiting = []
      hasEnded = true
    }
  }
}

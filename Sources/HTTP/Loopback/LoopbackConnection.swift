internal import Glibc

/// A connection of a loopback listener; no call of it waits.
struct LoopbackConnection {
  enum Phase: Equatable { case reading, writing, draining, closed }

  enum Head: Equatable {
    case whole([UInt8])
    case tooLarge
  }

  let descriptor: Int32
  private(set) var phase = Phase.reading
  private(set) var deadline: ContinuousClock.Instant
  private var received: [UInt8] = []
  private var unsent: ArraySlice<UInt8> = []
  private var drained = 0

  /// Bytes behind the head that are taken off before the connection is closed.
  private static let mostDrained = 1 << 20

  init(_ descriptor: Int32, until deadline: ContinuousClock.Instant) {
    self.descriptor = descriptor
    self.deadline = deadline
  }

  var isClosed: Bool { phase == .closed }

  var events: Int16 { Int16(phase == .writing ? POLLOUT : POLLIN) }

  mutating func read(limit: Int) {
    var part = [UInt8](repeating: 0, count: limit + 1)
    let count = recv(descriptor, &part, part.count, 0)
    if count > 0 {
      received += part[..<count]
    } else if count == 0 || !Self.isTemporary(errno) {
      close()
    }
  }

  /// The head of the request once it is there, or more than is taken.
  func head(limit: Int) -> Head? {
    guard phase == .reading else { return nil }
    if let end = received.firstRange(of: [13, 10, 13, 10]), end.upperBound <= limit {
      return .whole(Array(received[..<end.lowerBound]))
    }
    return received.count > limit ? .tooLarge : nil
  }

  mutating func begin(_ response: [UInt8], until deadline: ContinuousClock.Instant) {
    unsent = response[...]
    phase = .writing
    self.deadline = deadline
  }

  mutating func write() {
    while !unsent.isEmpty {
      let sent = unsent.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else {
        if !Self.isTemporary(errno) { close() }
        return
      }
      unsent = unsent.dropFirst(sent)
    }
    // Closing before all is read would take the response away from the client.
    shutdown(descriptor, Int32(SHUT_WR))
    phase = .draining
  }

  mutating func drain() {
    var part = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &part, part.count, 0)
    drained += max(0, count)
    if count == 0 || drained > Self.mostDrained || (count < 0 && !Self.isTemporary(errno)) {
      close()
    }
  }

  mutating func close() {
    guard phase != .closed else { return }
    Glibc.close(descriptor)
    phase = .closed
  }

  private static func isTemporary(_ code: Int32) -> Bool {
    code == EAGAIN || code == EWOULDBLOCK || code == EINTR
  }
}

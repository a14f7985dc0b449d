// Owns both descriptors and the thread that reads and writes them, which ends when the other side
// does, with `finish`, or with a deadline. The thread never waits for anything but the descriptors.
internal import CLinux
internal import Glibc
internal import Synchronization
internal import Threads

/// Frames over two descriptors: pipes, or twice the same socket.
final class FrameChannel: @unchecked Sendable {
  // because `shared` has a lock, and the rest is constant or of the thread alone
  private struct Shared {
    var outbox: [[UInt8]] = []
    var isFinishing = false
    var end: ChannelEnd?
  }

  private let shared = Mutex(Shared())
  private let input: Int32
  private let output: Int32
  private let wakeUp = tritone_eventfd()
  private let limits: ChannelLimits
  private let receive: @Sendable (ChannelEvent) -> Void

  /// Of the thread.
  private var scanner: GreetingScanner?
  private var decoder = FrameDecoder()
  private var pending: [[UInt8]] = []
  private var written = 0
  private var isOutputOpen = true
  private var lastReceived = ContinuousClock.now
  private var lastSent = ContinuousClock.now
  private var finishing: ContinuousClock.Instant?

  private static let bufferSize = 256 << 10

  /// Takes over the descriptors.
  ///
  /// - Parameters:
  ///   - waitsForGreeting: Whether the other side is the server.
  ///   - receive: Called on the thread; must return at once.
  init(
    input: Int32, output: Int32, limits: ChannelLimits, waitsForGreeting: Bool,
    receive: @escaping @Sendable (ChannelEvent) -> Void
  ) {
    self.input = input
    self.output = output
    self.limits = limits
    self.receive = receive
    if waitsForGreeting { scanner = GreetingScanner() }
  }

  deinit { if wakeUp >= 0 { close(wakeUp) } }

  func start(named name: String) { OwnThread.start(named: name) { [self] in loop() } }

  func post(_ frame: Frame) { post(bytes: frame.encoded) }

  func post(bytes: [UInt8]) {
    let isOver = shared.withLock { shared in
      guard shared.end == nil, !shared.isFinishing else { return true }
      shared.outbox.append(bytes)
      return false
    }
    if !isOver { ring() }
  }

  /// Ends the channel once everything that was posted is written.
  func finish() {
    shared.withLock { $0.isFinishing = true }
    ring()
  }

  /// Ends the channel at once.
  func cut(_ end: ChannelEnd) {
    shared.withLock { shared in shared.end = shared.end ?? end }
    ring()
  }

  private func ring() {
    var one: UInt64 = 1
    _ = write(wakeUp, &one, MemoryLayout.size(ofValue: one))
  }

  // MARK: - On the thread

  private func loop() {
    // A write to a pipe that the other side has closed; the error is enough.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    for descriptor in [input, output] { Self.makeNonblocking(descriptor) }
    lastReceived = .now
    lastSent = .now
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Self.bufferSize)
    defer { buffer.deallocate() }
    var end = wakeUp < 0 ? ChannelEnd.failed(code: EMFILE) : nil
    while end == nil { end = turn(buffer) }
    let reason = end ?? .here
    shared.withLock { shared in
      shared.end = reason
      shared.outbox = []
    }
    close(input)
    if output != input { close(output) }
    receive(.end(reason, noise: scanner?.noise ?? []))
  }

  private static func makeNonblocking(_ descriptor: Int32) {
    let flags = fcntl(descriptor, F_GETFL)
    if flags >= 0 { _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
  }

  /// Waits for the descriptors once, reads and writes; the end where it comes.
  private func turn(_ buffer: UnsafeMutableBufferPointer<UInt8>) -> ChannelEnd? {
    if let end = drainOutbox() { return end }
    let hasOutput = isOutputOpen && !pending.isEmpty
    var polled = [
      pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0),
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: hasOutput ? output : -1, events: Int16(POLLOUT), revents: 0),
    ]
    guard poll(&polled, nfds_t(polled.count), millisecondsToDeadline) >= 0 || errno == EINTR else {
      return .failed(code: errno)
    }
    if polled[0].revents != 0 {
      var count: UInt64 = 0
      _ = read(wakeUp, &count, MemoryLayout.size(ofValue: count))
    }
    if polled[1].revents != 0, let end = readSome(buffer) { return end }
    if polled[2].revents != 0, let end = writeSome() { return end }
    return checkDeadlines()
  }

  private func drainOutbox() -> ChannelEnd? {
    let (end, isFinishing) = shared.withLock { shared in
      pending += shared.outbox
      shared.outbox = []
      return (shared.end, shared.isFinishing)
    }
    if let end { return end }
    if isFinishing {
      if pending.isEmpty || !isOutputOpen { return .here }
      finishing = finishing ?? .now + limits.ending
    }
    return nil
  }

  private func readSome(_ buffer: UnsafeMutableBufferPointer<UInt8>) -> ChannelEnd? {
    let count = read(input, buffer.baseAddress, buffer.count)
    guard count > 0 else {
      if count == 0 { return .endOfFile }
      return errno == EAGAIN || errno == EINTR
        ? nil
        : errno == ECONNRESET || errno == EIO
          ? .endOfFile : .failed(code: errno)
    }
    lastReceived = .now
    return decode(UnsafeBufferPointer(rebasing: buffer[..<count]))
  }

  private func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> ChannelEnd? {
    if scanner != nil {
      guard let greeting = scanner?.append(bytes) else {
        return scanner?.isTooMuch == true ? .noGreeting : nil
      }
      let (noise, rest) = (scanner?.noise ?? [], scanner?.rest ?? [])
      scanner = nil
      receive(.greeting(greeting, noise: noise))
      return rest.withUnsafeBufferPointer(decode)
    }
    decoder.append(bytes)
    do throws(FrameFault) {
      while let frame = try decoder.next() {
        if frame.kind != .ping { receive(.frame(frame)) }
      }
      return nil
    } catch {
      return .damaged(error)
    }
  }

  private func writeSome() -> ChannelEnd? {
    guard let first = pending.first else { return nil }
    let count = first.withUnsafeBytes { bytes in
      write(output, bytes.baseAddress?.advanced(by: written), bytes.count - written)
    }
    guard count >= 0 else {
      if errno == EAGAIN || errno == EINTR { return nil }
      // What the other side said before it closed its end may still be on its way.
      isOutputOpen = false
      pending = []
      return nil
    }
    lastSent = .now
    written += count
    if written == first.count {
      pending.removeFirst()
      written = 0
    }
    return nil
  }

  /// After reading: bytes that waited while this process was stopped count.
  private func checkDeadlines() -> ChannelEnd? {
    let now = ContinuousClock.now
    if let finishing, now >= finishing { return .here }
    if scanner != nil { return now >= lastReceivedLimit ? .noGreeting : nil }
    if now >= lastReceivedLimit { return .silence }
    guard isOutputOpen else { return nil }
    if pending.isEmpty {
      if now >= lastSent + limits.ping {
        pending.append(Frame(kind: .ping).encoded)
        lastSent = now
      }
    } else if now >= lastSent + limits.stuck {
      return .stuck
    }
    return nil
  }

  /// Noise of start files does not make a server that is silent otherwise a lively one.
  private var lastReceivedLimit: ContinuousClock.Instant {
    scanner != nil ? started + limits.greeting : lastReceived + limits.silence
  }

  private let started = ContinuousClock.now

  private var millisecondsToDeadline: Int32 {
    var nearest = lastReceivedLimit
    if scanner == nil, isOutputOpen {
      nearest = min(nearest, lastSent + (pending.isEmpty ? limits.ping : limits.stuck))
    }
    if let finishing { nearest = min(nearest, finishing) }
    let left = ContinuousClock.now.duration(to: nearest) / .milliseconds(1)
    // Rounded up, so that the time has come then.
    return Int32(min(max(left.rounded(.up), 0), 1e6))
  }
}

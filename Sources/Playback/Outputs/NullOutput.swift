import Music
import Threads

/// Plays to nowhere in real time: for machines without sound and for tests.
final class NullOutput: ThreadedOutput {
  /// Receives the output: jumps and interleaved samples.
  typealias Listener = @Sendable (Heard) -> Void
  enum Heard { case jump, samples(UnsafeBufferPointer<Float>) }

  let isRealTime = true
  let mailbox: OutputMailbox
  private let ring: Ring
  private let wake: Semaphore
  private let report: @Sendable (OutputEvent) -> Void
  private let listener: Listener?
  private static let rate = 44100

  init(
    ring: Ring, report: @escaping @Sendable (OutputEvent) -> Void, listener: Listener? = nil
  ) {
    let wake = Semaphore()
    self.listener = listener
    self.ring = ring
    self.wake = wake
    self.report = report
    mailbox = OutputMailbox { wake.post() }
  }

  func start() { OwnThread.start(named: "null-output") { self.play() } }

  private func play() {
    report(.ready(rate: Self.rate, description: "no sound"))
    var player = NullPlayer(ring: ring, rate: Self.rate, report: report, listener: listener)
    while true {
      for command in mailbox.takeAll() where !player.obey(command) {
        report(.closed)
        return
      }
      player.advance()
      if player.isWaking { wake.wait(for: .milliseconds(50)) } else { wake.wait() }
    }
  }
}

/// The state of the null output's thread.
private struct NullPlayer: ~Copyable {
  private let ring: Ring
  private let rate: Int
  private let report: @Sendable (OutputEvent) -> Void
  private let listener: NullOutput.Listener?
  private var session: RenderSession
  /// The due frame at the last start or hold, and its time.
  private var due: FrameNumber = 0
  private var since = SuspendingClock.now
  private var isRunning = false
  private var said = ReportTime.now
  private let scratch = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2 * 8192)

  init(
    ring: Ring, rate: Int, report: @escaping @Sendable (OutputEvent) -> Void,
    listener: NullOutput.Listener?
  ) {
    self.ring = ring
    self.rate = rate
    self.report = report
    self.listener = listener
    session = RenderSession(ring: ring.memory, isRealTime: true)
    session.setRate(rate)
  }

  deinit { scratch.deallocate() }

  /// Whether frames become due without a command.
  var isWaking: Bool { isRunning && session.isOpen }

  /// False for the last command.
  mutating func obey(_ command: OutputCommand) -> Bool {
    switch command {
    case .jump(let frame, let serial), .blend(let frame, let serial):
      guard session.jump(to: frame, serial: serial) else {
        report(.jumpFailed(to: frame, serial: serial))
        break
      }
      listener?(.jump)
      (due, since) = (0, .now)
      record()
    case .run:
      guard !isRunning else { break }
      since = .now
      isRunning = true
      advance()
      record()
    case .hold:
      guard isRunning else { break }
      due = min(due(at: .now), session.given)
      isRunning = false
      record()
    case .clear:
      isRunning = false
      session.clear()
    case .volume, .device, .rate, .refreshClock: break
    case .shutDown: return false
    }
    return true
  }

  /// The number of frames due by an instant.
  private func due(at now: SuspendingClock.Instant) -> FrameNumber {
    guard isRunning else { return due }
    return due + FrameNumber(seconds: since.duration(to: now).seconds, rate: rate)
  }

  /// The clock of the due frame.
  private var clock: OutputClock? {
    // Frames due after an underrun were not heard.
    let now = SuspendingClock.now
    return session.clock(
      ofGiven: min(due(at: now), session.given), at: now, isAdvancing: isRunning)
  }

  private mutating func record() {
    if let clock { report(session.record(clock)) }
  }

  /// Takes from the ring what is due before this thread wakes again.
  mutating func advance() {
    guard isWaking, let out = scratch.baseAddress else { return }
    let heard = due(at: .now)
    var wanted = heard + FrameNumber(rate / 5) - session.given
    while wanted > 0 {
      let got = session.render(out, Int(min(wanted, 8192)))
      if got == 0 {
        // Frames taken ahead are still to be heard.
        if session.given <= heard, let event = session.stopDry() { report(event) }
        break
      }
      listener?(.samples(UnsafeBufferPointer(start: out, count: got * 2)))
      wanted -= FrameNumber(got)
    }
    let now = ReportTime.now
    if said.hasSlept(until: now) || clock?.speed != session.jump?.clock.speed { record() }
    said = now
    ring.wakeProducerIfLow()
  }
}

/// Plays nothing, in real time: for machines without sound and for trying things out.
final class NullOutput: MailedOutput {
  let isPaced = true
  let mailbox: OutputMailbox
  private let ring: Ring
  private let wake: Semaphore
  private let report: @Sendable (OutputEvent) -> Void
  private static let rate = 44100

  init(ring: Ring, report: @escaping @Sendable (OutputEvent) -> Void) {
    let wake = Semaphore()
    self.ring = ring
    self.wake = wake
    self.report = report
    mailbox = OutputMailbox { wake.post() }
  }

  func start() { OwnThread.start(named: "null-output") { self.play() } }

  private func play() {
    report(.ready(rate: Self.rate, description: "no sound"))
    var player = NullPlayer(ring: ring, rate: Self.rate, report: report)
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
private struct NullPlayer {
  let ring: Ring
  let rate: Int
  let report: @Sendable (OutputEvent) -> Void
  private var clock = OutputClock(serial: 0, heard: 0, at: .now, isAdvancing: false)
  private var consumed: FrameNumber = 0
  private var isRunning = false
  private var isDry = true
  private let scratch = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2 * 8192)

  init(ring: Ring, rate: Int, report: @escaping @Sendable (OutputEvent) -> Void) {
    self.ring = ring
    self.rate = rate
    self.report = report
  }

  /// Whether frames become due without a command.
  var isWaking: Bool { isRunning && !isDry }

  /// False for the last command.
  mutating func obey(_ command: OutputCommand) -> Bool {
    switch command {
    case .jump(let frame, let serial):
      _ = ringSkip(ring.memory, UInt32(truncatingIfNeeded: frame))
      consumed = frame
      isDry = false
      set(serial: serial, heard: frame)
    case .run:
      guard !isRunning else { break }
      isRunning = true
      set(serial: clock.serial, heard: clock.heard)
    case .hold:
      guard isRunning else { break }
      let heard = clock.heard(at: .now, rate: rate)
      isRunning = false
      set(serial: clock.serial, heard: heard)
    case .clear:
      isRunning = false
      isDry = true
      clock.isAdvancing = false
    case .volume, .device, .rate: break
    case .shutDown:
      scratch.deallocate()
      return false
    }
    return true
  }

  private mutating func set(serial: UInt64, heard: FrameNumber) {
    clock = OutputClock(serial: serial, heard: heard, at: .now, isAdvancing: isRunning)
    report(.clock(clock))
  }

  /// Takes from the ring what has become due.
  mutating func advance() {
    guard isWaking, let out = scratch.baseAddress else { return }
    var due = clock.heard(at: .now, rate: rate) - consumed
    while due > 0 {
      let got = ringRender(ring.memory, out, Int(min(due, 8192)))
      if got == 0 {
        isDry = true
        report(.starved(serial: clock.serial))
        break
      }
      consumed += FrameNumber(got)
      due -= FrameNumber(got)
    }
    ring.wakeProducerIfLow()
  }
}

import Music
import Threads

/// Plays nothing, in real time: for machines without sound and for trying things out.
final class NullOutput: MailedOutput {
  /// Is shown what would be heard: a jump, or interleaved samples.
  typealias Listener = @Sendable (Heard) -> Void
  enum Heard { case jump, samples(UnsafeBufferPointer<Float>) }

  let isPaced = true
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
private struct NullPlayer {
  let ring: Ring
  let rate: Int
  let report: @Sendable (OutputEvent) -> Void
  let listener: NullOutput.Listener?
  private var clock = OutputClock(serial: 0, heard: 0, at: .now, isAdvancing: false)
  /// Frames that were due when it last went on or was held, and when that was.
  private var due: FrameNumber = 0
  private var since = SuspendingClock.now
  /// Frames given out since the jump.
  private var given: FrameNumber = 0
  private var isRunning = false
  private var isDry = true
  private var said = ReportTime.now
  private let render = UnsafeMutablePointer<RenderState>.allocate(capacity: 1)
  private let scratch = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2 * 8192)

  init(
    ring: Ring, rate: Int, report: @escaping @Sendable (OutputEvent) -> Void,
    listener: NullOutput.Listener?
  ) {
    self.listener = listener
    self.ring = ring
    self.rate = rate
    self.report = report
    render.initialize(to: RenderState(ring: ring.memory, rate: rate, isPaced: true))
  }

  /// Whether frames become due without a command.
  var isWaking: Bool { isRunning && !isDry }

  /// False for the last command.
  mutating func obey(_ command: OutputCommand) -> Bool {
    switch command {
    case .jump(let frame, let serial):
      guard renderJump(render, to: frame) else {
        isDry = true
        report(.jumpFailed(to: frame, serial: serial))
        break
      }
      listener?(.jump)
      (given, due, since) = (0, 0, .now)
      isDry = false
      clock.serial = serial
      say()
    case .run:
      guard !isRunning else { break }
      since = .now
      isRunning = true
      advance()
      say()
    case .hold:
      guard isRunning else { break }
      due = min(due(at: .now), given)
      isRunning = false
      say()
    case .clear:
      isRunning = false
      isDry = true
      clock.isAdvancing = false
    case .volume, .device, .rate, .refreshClock: break
    case .shutDown:
      scratch.deallocate()
      render.deinitialize(count: 1)
      render.deallocate()
      return false
    }
    return true
  }

  /// Frames that should have been given out by an instant.
  private func due(at now: SuspendingClock.Instant) -> FrameNumber {
    guard isRunning else { return due }
    return due + FrameNumber(seconds: since.duration(to: now).seconds, rate: rate)
  }

  /// Says which frame is due.
  private mutating func say() {
    // What was due after the sound had run out was not heard.
    let now = SuspendingClock.now
    let heard = render.pointee.map.frame(ofGiven: min(due(at: now), given))
    clock = OutputClock(
      serial: clock.serial, heard: heard.frame, at: now, isAdvancing: isRunning,
      speed: heard.speed)
    report(.clock(clock))
  }

  /// Takes from the ring what has become due, and what will be before this thread wakes again.
  mutating func advance() {
    guard isWaking, let out = scratch.baseAddress else { return }
    let heard = due(at: .now)
    var wanted = heard + FrameNumber(rate / 5) - given
    while wanted > 0 {
      let got = renderSound(render, out, Int(min(wanted, 8192)))
      if got == 0 {
        // What was taken ahead is still to be heard.
        guard given <= heard else { break }
        isDry = true
        report(.starved(serial: clock.serial))
        break
      }
      listener?(.samples(UnsafeBufferPointer(start: out, count: got * 2)))
      given += FrameNumber(got)
      wanted -= FrameNumber(got)
    }
    let now = ReportTime.now
    if said.hasSlept(until: now)
      || render.pointee.map.frame(ofGiven: due(at: .now)).speed != clock.speed
    {
      say()
    }
    said = now
    ring.wakeProducerIfLow()
  }
}

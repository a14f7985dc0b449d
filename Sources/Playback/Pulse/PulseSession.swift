// The sound server connection, which carries out the player's commands. Confined to the pulse
// thread, which never waits: callbacks of libpulse reach the session through its address.
import CPulse
import Glibc
import Music
import Threads

/// The state of the connection to the sound server.
enum PulseStage: Equatable {
  /// Waits for the retry timer.
  case waiting
  /// Waits for an answer, with the timer as its timeout.
  case connecting
  /// The server has no sink; it will report one.
  case withoutSink
  /// Creates the stream for a sink, with the timer as its timeout.
  case creating(on: String)
  case ready(since: pa_usec_t)
  /// The stream exists, but the server does not answer; the timer is its timeout.
  case silent
}

/// One session with the sound server, across reconnections.
final class PulseSession {
  let server: String?
  let ring: Ring
  let pipe: WakePipe
  let mailbox: OutputMailbox
  let tally: PulseCounters
  let report: (OutputEvent) -> Void
  let loop: OpaquePointer
  let callback: UnsafeMutablePointer<WriteCallbackState>

  var stage = PulseStage.waiting
  var connection: PulseConnection?
  var stream: PulseStream?
  var retry = PulseRetry()
  var watch = PulseWatch()
  var reported = PulseReported()
  var choice = SinkChoice()
  var outlets = OutletWatch()
  var volume = PulseVolume()
  var buffer = PulseBuffer()
  var source = PulseSource()
  /// The playback since the last jump; the write callback sees its state.
  var render: RenderSession

  init(
    server: String?, ring: Ring, pipe: WakePipe, mailbox: OutputMailbox, tally: PulseCounters,
    report: @escaping (OutputEvent) -> Void
  ) {
    self.server = server
    self.ring = ring
    self.pipe = pipe
    self.mailbox = mailbox
    self.tally = tally
    self.report = report
    // because only a lack of memory makes this fail
    loop = pa_mainloop_new()!
    render = RenderSession(ring: ring.memory, isRealTime: true)
    callback = .allocate(capacity: 1)
    callback.initialize(
      to: WriteCallbackState(
        ring: ring.memory, producerWake: ring.producerWake.handle, wakeDescriptor: pipe.writing))
  }

  deinit {
    // A timer is freed through its loop.
    retry.timer = nil
    stream = nil
    pa_mainloop_free(loop)
    callback.deinitialize(count: 1)
    callback.deallocate()
  }

  // because a loop has its API from its creation on
  var api: UnsafeMutablePointer<pa_mainloop_api> { pa_mainloop_get_api(loop)! }
  var context: OpaquePointer? { connection?.context }
  var handle: OpaquePointer? { stream?.handle }
  var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
  var isRunning: Bool { stream?.isRunning ?? false }
  var isInterrupted: Bool { stream?.isInterrupted ?? false }
  var isStreamReady: Bool { if case .ready = stage { true } else { false } }
  /// Hz, of the last stream: its sink's rate when nothing played.
  var rate: Int? { render.rate }
  var jump: RenderSession.Jump? { render.jump }
  /// Whether the last jump's sound is being handed over.
  var isSounding: Bool { render.isOpen && callback.pointee.supply != .dry }

  /// Runs until the command to shut down.
  func run() {
    let input = api.pointee.io_new(api, pipe.reading, PA_IO_EVENT_INPUT, onWake, address)
    connect()
    var result: Int32 = 0
    pa_mainloop_run(loop, &result)
    retry.timer = nil
    stopWatching()
    disconnect()
    forgetContext()
    api.pointee.io_free(input)
  }

  /// Handles commands of the player and flags of the write callback.
  func wake() {
    pipe.reset()
    for command in mailbox.takeAll() { obey(command) }
    if render.isOpen, callback.pointee.supply == .dry {
      noteUnderrun()
      stopDry()
    }
    if isRunning, stream?.owesClock == true { requestTiming() }
  }

  private func obey(_ command: OutputCommand) {
    switch command {
    case .jump(let frame, let serial):
      source.isStopped = false
      forgetBlend()
      abandonHold()
      performJump(to: frame, serial: serial)
    case .blend(let frame, let serial):
      source.isStopped = false
      abandonHold()
      blend(to: frame, serial: serial)
    case .run:
      guard !isRunning else { break }
      stream?.isRunning = true
      endInterruption()
      endHold()
    case .hold:
      guard isRunning else { break }
      endBlend()
      stream?.isRunning = false
      beginHold()
    case .clear:
      forgetHold()
      forgetBlend()
      stream?.isRunning = false
      source.isStopped = true
      render.clear()
      stream?.suspendedFrame = nil
      cork(true)
      flush()
      followRate()
    case .volume(let volume, let isMuted): setVolume(volume, isMuted: isMuted)
    case .device(let name): choose(name)
    case .rate(let rate): source.rate = rate
    case .refreshClock:
      stream?.owesClock = true
      if isRunning { startTiming() }
    case .shutDown:
      cork(true)
      api.pointee.quit(api, 0)
    }
  }

  /// Starts an operation without waiting for it; false if it could not start.
  @discardableResult
  func start(_ operation: OpaquePointer?) -> Bool {
    guard let operation else { return false }
    pa_operation_unref(operation)
    return true
  }
}

private func onWake(
  _: UnsafeMutablePointer<pa_mainloop_api>?, _: OpaquePointer?, _: Int32,
  _: pa_io_event_flags_t, _ session: UnsafeMutableRawPointer?
) { PulseSession.at(session)?.wake() }

extension PulseSession {
  /// The session that a callback was registered for.
  static func at(_ address: UnsafeMutableRawPointer?) -> PulseSession? {
    address.map { Unmanaged<PulseSession>.fromOpaque($0).takeUnretainedValue() }
  }
}

// The connection to the sound server and what is made of the player's commands. Confined to the
// pulse thread; callbacks of libpulse reach it through its address.
import CPulse
import Glibc

/// One session with the sound server, over as many connections as it takes.
final class PulseSession {
  let server: String?
  let ring: Ring
  let pipe: WakePipe
  let mailbox: OutputMailbox
  let report: (OutputEvent) -> Void
  let loop: OpaquePointer
  let api: UnsafeMutablePointer<pa_mainloop_api>
  let voice: UnsafeMutablePointer<PulseVoice>

  var context: OpaquePointer?
  var stream: OpaquePointer?
  /// The one timer that leads back to a connection.
  var retryTimer: OpaquePointer?
  var retries = 0
  /// Asks for the time while something plays; off otherwise.
  var timingTimer: OpaquePointer?
  var timingInterval: pa_usec_t = 0

  /// Hz, of the first sink found; kept for the session.
  var rate: Int?
  var sinkDescription = ""
  var isStreamReady = false
  var isAvailable = false
  /// Whether the player wants sound to come out.
  var isRunning = false
  var jump: (frame: FrameNumber, serial: UInt64)?
  /// What was said last about time.
  var clock: OutputClock?
  var owesClock = false
  var volume: (Double, isMuted: Bool)?

  init(
    server: String?, ring: Ring, pipe: WakePipe, mailbox: OutputMailbox,
    report: @escaping (OutputEvent) -> Void
  ) {
    self.server = server
    self.ring = ring
    self.pipe = pipe
    self.mailbox = mailbox
    self.report = report
    // because only a lack of memory makes these two fail
    loop = pa_mainloop_new()!
    api = pa_mainloop_get_api(loop)!
    voice = .allocate(capacity: 1)
    voice.initialize(
      to: PulseVoice(
        ring: ring.memory, producerWake: ring.producerWake.handle, wakeDescriptor: pipe.writing))
  }

  deinit {
    pa_mainloop_free(loop)
    if let render = voice.pointee.render {
      render.deinitialize(count: 1)
      render.deallocate()
    }
    voice.deallocate()
  }

  var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// Runs until told to shut down.
  func run() {
    let input = api.pointee.io_new(api, pipe.reading, PA_IO_EVENT_INPUT, onWake, address)
    connect()
    var result: Int32 = 0
    pa_mainloop_run(loop, &result)
    disconnect()
    stopRetrying()
    api.pointee.io_free(input)
  }

  /// The player sent something, or the write callback set a mark.
  func wake() {
    pipe.reset()
    for command in mailbox.takeAll() { obey(command) }
    if voice.pointee.isDry, voice.pointee.isOpen {
      voice.pointee.isOpen = false
      if let jump { report(.starved(serial: jump.serial)) }
    }
    if isRunning, owesClock { requestTiming() }
  }

  private func obey(_ command: OutputCommand) {
    switch command {
    case .jump(let frame, let serial):
      jump = (frame, serial)
      performJump()
    case .run:
      guard !isRunning else { break }
      isRunning = true
      cork(false)
    case .hold:
      guard isRunning else { break }
      isRunning = false
      cork(true)
    case .clear:
      isRunning = false
      jump = nil
      voice.pointee.isOpen = false
      cork(true)
      flush()
    case .volume(let volume, let isMuted):
      self.volume = (volume, isMuted)
      applyVolume()
    case .rate: break  // the sink's rules
    case .refreshClock:
      owesClock = true
      if isRunning { startTiming() }
    case .shutDown:
      cork(true)
      api.pointee.quit(api, 0)
    }
  }

  /// The sound server or the sink is gone: says so and tries again later.
  func lose(_ reason: String) {
    isStreamReady = false
    voice.pointee.isOpen = false
    stopTiming()
    if isAvailable || retries == 0 { report(.unavailable(reason: reason)) }
    isAvailable = false
    retry()
  }

  /// Sets the timer unless it runs already: a refused connection is reported more than once.
  private func retry() {
    guard retryTimer == nil else { return }
    var due = timeval()
    pa_gettimeofday(&due)
    pa_timeval_add(&due, min(2_000_000, 100_000 << pa_usec_t(min(retries, 5))))
    retries += 1
    retryTimer = api.pointee.time_new(api, &due, onRetry, address)
  }

  func stopRetrying() {
    if let retryTimer { api.pointee.time_free(retryTimer) }
    retryTimer = nil
  }

  /// The timer has run out.
  func tryAgain() {
    stopRetrying()
    if let context, pa_context_get_state(context) == PA_CONTEXT_READY {
      closeStream()
      findSink()
    } else {
      disconnect()
      connect()
    }
  }

  /// A sink may have appeared: no need to wait for the timer.
  func sinksChanged() {
    if !isStreamReady, retryTimer != nil { tryAgain() }
  }
}

private func onWake(
  _: UnsafeMutablePointer<pa_mainloop_api>?, _: OpaquePointer?, _: Int32,
  _: pa_io_event_flags_t, _ session: UnsafeMutableRawPointer?
) { PulseSession.at(session)?.wake() }

private func onRetry(
  _: UnsafeMutablePointer<pa_mainloop_api>?, _: OpaquePointer?, _: UnsafePointer<timeval>?,
  _ session: UnsafeMutableRawPointer?
) { PulseSession.at(session)?.tryAgain() }

extension PulseSession {
  /// The session that a callback was registered for.
  static func at(_ address: UnsafeMutableRawPointer?) -> PulseSession? {
    address.map { Unmanaged<PulseSession>.fromOpaque($0).takeUnretainedValue() }
  }
}

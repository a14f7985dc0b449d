// The connection to the sound server and what is made of the player's commands. Confined to the
// pulse thread, which never waits: callbacks of libpulse reach the session through its address.
import CPulse
import Glibc
import Music
import Threads

/// How far the way to the sound server is.
enum PulseStage {
  /// The next try is due when the one timer runs out.
  case waiting
  /// The server owes an answer; the one timer says for how long.
  case connecting
  /// The server has no sink; it will say when that changes.
  case withoutSink
  /// The stream is being made; the one timer says for how long.
  case creating
  case ready
  /// The stream is there, but the server does not answer; the one timer says for how long.
  case silent
}

/// One session with the sound server, over as many connections as it takes.
final class PulseSession {
  let server: String?
  let ring: Ring
  let pipe: WakePipe
  let mailbox: OutputMailbox
  let tally: PulseTally
  let report: (OutputEvent) -> Void
  let loop: OpaquePointer
  let api: UnsafeMutablePointer<pa_mainloop_api>
  let voice: UnsafeMutablePointer<PulseVoice>

  /// Kept when it has failed, until the next one: timers need one.
  var context: OpaquePointer?
  var stream: OpaquePointer?
  var stage = PulseStage.waiting
  /// The one timer that leads back to a connection.
  var retryTimer: OpaquePointer?
  var retries = 0
  /// When the last connections were tried.
  var attempts: [pa_usec_t] = []
  var readyAt: pa_usec_t = 0
  /// The reason why there is no sound, as it was told last.
  var toldReason: String?
  /// Tells when the server's socket appears.
  var watch: PulseWatch?
  /// The address of the last server that answered.
  var knownServer: String?

  /// Asks for the time while something plays; off otherwise.
  var timingTimer: OpaquePointer?
  var timingInterval: pa_usec_t = 0
  var silence = PulseSilence()

  /// The sinks of the server without the dummy that stands for none.
  var sinks: [PulseSink] = []
  var defaultSink: String?
  /// The default before the present one, and when it ended.
  var formerDefault: String?
  var defaultChangedAt: pa_usec_t = 0
  /// What is being collected of an answer.
  var newSinks: [PulseSink] = []
  var newDefaultSink: String?
  var isListing = false
  var isListStale = false
  /// The sink that the listener chose; nil follows the default.
  var chosenSink: String?
  /// What the chosen sink was called while it was there.
  var chosenDescription: String?
  var toldDevices: ([OutputDevice], chosen: String?)?
  var toldDescription: String?
  /// The sink that the server was told last to move the stream to, and moves it owes an answer for.
  var movingTo: String?
  var unconfirmedMoves = 0
  /// The sink that was wanted when the stream was asked for.
  var sinkAskedFor: String?

  /// Hz, of the first sink found; kept for the session.
  var rate: Int?
  /// How much sound the server is asked to hold.
  var bufferTime: pa_usec_t = 200_000
  var grownAt: pa_usec_t = 0
  /// How far the sound has come to a stop, and what looks at that again.
  var hold = PulseHold.none
  var holdTimer: OpaquePointer?
  /// Whether the player wants sound to come out.
  var isRunning = false
  var jump: (frame: FrameNumber, serial: UInt64)?
  /// What was said last about time.
  var clock: OutputClock?
  var owesClock = false
  /// When the server was asked for the time last.
  var askedAt = ReportTime.now
  /// Where a suspended sink goes on.
  var suspendedFrame: FrameNumber?
  /// The server wants silence, and has muted the stream for it.
  var isInterrupted = false
  var volume: (Double, isMuted: Bool)?
  var volumeTimer: OpaquePointer?
  var isVolumeDue = false
  /// Whether a new stream's volume has been asked for again.
  var isVolumeDoubted = false
  /// Settings of the volume that the server has not confirmed.
  var unconfirmedVolumes = 0

  init(
    server: String?, ring: Ring, pipe: WakePipe, mailbox: OutputMailbox, tally: PulseTally,
    report: @escaping (OutputEvent) -> Void
  ) {
    self.server = server
    self.ring = ring
    self.pipe = pipe
    self.mailbox = mailbox
    self.tally = tally
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
    voice.pointee.echo.deallocate()
    voice.deallocate()
  }

  var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
  var isStreamReady: Bool { stage == .ready }

  /// Runs until told to shut down.
  func run() {
    let input = api.pointee.io_new(api, pipe.reading, PA_IO_EVENT_INPUT, onWake, address)
    connect()
    var result: Int32 = 0
    pa_mainloop_run(loop, &result)
    disarm()
    stopWatching()
    disconnect()
    forgetContext()
    api.pointee.io_free(input)
  }

  /// The player sent something, or the write callback set a mark.
  func wake() {
    pipe.reset()
    for command in mailbox.takeAll() { obey(command) }
    if voice.pointee.isDry, voice.pointee.isOpen {
      noteUnderrun()
      voice.pointee.isOpen = false
      if let jump { report(.starved(serial: jump.serial)) }
    }
    if isRunning, owesClock { requestTiming() }
  }

  private func obey(_ command: OutputCommand) {
    switch command {
    case .jump(let frame, let serial):
      abandonHold()
      jump = (frame, serial)
      performJump()
    case .run:
      guard !isRunning else { break }
      isRunning = true
      endInterruption()
      endHold()
    case .hold:
      guard isRunning else { break }
      isRunning = false
      beginHold()
    case .clear:
      forgetHold()
      isRunning = false
      jump = nil
      suspendedFrame = nil
      voice.pointee.isOpen = false
      cork(true)
      flush()
    case .volume(let volume, let isMuted): setVolume(volume, isMuted: isMuted)
    case .device(let name): choose(name)
    case .rate: break  // the sink's rules
    case .refreshClock:
      owesClock = true
      if isRunning { startTiming() }
    case .shutDown:
      cork(true)
      api.pointee.quit(api, 0)
    }
  }

  /// Lets an operation run; nobody waits for it. False if it could not even start.
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

import CPulse
import Music

/// The stream, and what cannot be there without one.
struct PulseStream: ~Copyable {
  let handle: OpaquePointer
  /// Whether the player wants sound to come out.
  var isRunning = false
  /// How far the sound has come to a stop, and what looks at that again.
  var hold = PulseHold.off
  var holdTimer: PulseTimer?
  /// Asks for the time while something plays; off otherwise.
  var timingTimer: PulseTimer?
  var polling = PulsePolling()
  /// The frames between the one heard and the one handed over last, when the server answered last.
  var lag: FrameNumber = 0
  var owesClock = false
  /// When the server was asked for the time last.
  var askedAt = ReportTime.now
  /// Where a suspended sink goes on.
  var suspendedFrame: FrameNumber?
  /// The server wants silence, and has muted the stream for it.
  var isInterrupted = false
  /// Holds up the next volume.
  var volumeTimer: PulseTimer?

  init(_ handle: OpaquePointer) { self.handle = handle }

  var isVolumeHeldUp: Bool { volumeTimer != nil }

  /// Whether a clock is to be told even where it says nothing new.
  func isClockDue(at now: ReportTime) -> Bool { owesClock || askedAt.hasSlept(until: now) }

  /// Has the time asked for again, later and later.
  mutating func restartTiming(_ context: OpaquePointer?) {
    let interval = polling.nextInterval()
    timingTimer?.restart(after: interval, context)
  }

  /// Stops asking and telling.
  mutating func stopTimers() {
    timingTimer = nil
    volumeTimer = nil
  }
}

/// A connection, and what the server owes an answer to.
struct PulseConnection {
  /// Kept when it has failed, until the next one: timers need one.
  let context: OpaquePointer
  /// Nil while nothing is asked.
  var sinkList: SinkList?
  var moves = SinkMoves()

  /// Nothing will be answered any more.
  mutating func end() {
    sinkList = nil
    moves = SinkMoves()
  }
}

/// How much sound the server is asked to hold.
struct PulseBuffer {
  var time: pa_usec_t = 200_000
  /// When it was made longer last.
  var grownAt: pa_usec_t = 0
}

/// The sound that the player sends.
struct PulseSource {
  /// Hz, as the player has it; nil before it has said so.
  var rate: Int?
  /// Whether nothing is played, not even later.
  var isStopped = true
}

/// What leads back to a connection.
struct PulseRetry: ~Copyable {
  var timer: PulseTimer?
  var budget = PulseRetries()
}

/// What the player was told last.
struct PulseReported {
  enum Sound: Equatable {
    case nothing
    case unavailable(reason: String)
    case ready(description: String)
  }

  var sound = Sound.nothing
  var devices: ([OutputDevice], chosen: String?)?
}

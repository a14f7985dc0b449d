import CPulse
import Music

/// A stream and the state that ends with it.
struct PulseStream: ~Copyable {
  let handle: OpaquePointer
  /// Whether the player wants sound to play.
  var isRunning = false
  /// The progress of a hold, with its timer.
  var hold = PulseHold.off
  var holdTimer: PulseTimer?
  /// The jump that waits for the place of the sound that it is to be under.
  var blend: PulseBlend?
  /// Waits until the sink has taken what it is about to take.
  var blendTimer: PulseTimer?
  /// Requests timing during playback; nil otherwise.
  var timingTimer: PulseTimer?
  var polling = PulsePolling()
  /// Frames between the audible one and the last one handed over, at the last timing answer.
  var lag: FrameNumber = 0
  var owesClock = false
  /// The time of the last timing request.
  var askedAt = ReportTime.now
  /// The frame at which a suspended sink resumes.
  var suspendedFrame: FrameNumber?
  /// The server has requested silence and muted the stream.
  var isInterrupted = false
  /// Delays the next volume change.
  var volumeTimer: PulseTimer?

  init(_ handle: OpaquePointer) { self.handle = handle }

  var isVolumeHeldUp: Bool { volumeTimer != nil }

  /// Whether a clock is due even without news.
  func isClockDue(at now: ReportTime) -> Bool { owesClock || askedAt.hasSlept(until: now) }

  /// Restarts the timing requests, with growing intervals.
  mutating func restartTiming(_ context: OpaquePointer?) {
    let interval = polling.nextInterval()
    timingTimer?.restart(after: interval, context)
  }

  /// Stops all timers.
  mutating func stopTimers() {
    timingTimer = nil
    volumeTimer = nil
  }
}

/// A connection and its pending requests.
struct PulseConnection {
  /// Outlives a failure until the next connection: timers need a context.
  let context: OpaquePointer
  /// Nil without a pending request.
  var sinkList: SinkList?
  var moves = SinkMoves()

  /// Drops the pending requests.
  mutating func end() {
    sinkList = nil
    moves = SinkMoves()
  }
}

/// The server's buffer length.
struct PulseBuffer {
  var time: pa_usec_t = 200_000
  /// The last time it was lengthened.
  var grownAt: pa_usec_t = 0
}

/// The player's sound.
struct PulseSource {
  /// The player's rate in Hz; nil before it is set.
  var rate: Int?
  /// Whether playback is stopped.
  var isStopped = true
}

/// The reconnection state.
struct PulseRetry: ~Copyable {
  var timer: PulseTimer?
  var budget = PulseRetries()
}

/// The last reports to the player.
struct PulseReported {
  enum Sound: Equatable {
    case nothing
    case unavailable(reason: String)
    case ready(description: String)
  }

  var sound = Sound.nothing
  var devices: ([OutputDevice], chosen: String?)?
}

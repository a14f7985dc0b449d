import Music

/// An audio output of the ring. Commands return at once; results arrive as events.
protocol Output: AnyObject, Sendable {
  /// Whether the output plays in real time; others wait until the next item is known.
  var isRealTime: Bool { get }
  /// Starts connecting.
  func start()
  /// Jumps to `frame` and drops everything queued before; does not start.
  func jump(to frame: FrameNumber, serial: UInt64)
  /// As `jump`, but the sound that is heard fades out under a new one that begins in the middle.
  func blend(to frame: FrameNumber, serial: UInt64)
  /// Resumes playing.
  func run()
  /// Stops after the audible frame, without losing any.
  func hold()
  /// Stops and drops everything queued.
  func clear()
  func setVolume(_ volume: Double, isMuted: Bool)
  /// Selects a sink by name, nil for the default; a missing sink is used once it appears.
  func chooseDevice(_ name: String?)
  /// Requests a new clock, since the speed has changed.
  func refreshClock()
  /// Sets the rate where `ready` named none.
  func setRate(_ rate: Int)
  /// Releases all resources; `closed` is the last event.
  func shutDown()
}

extension Output {
  /// Outputs that nobody hears just jump.
  func blend(to frame: FrameNumber, serial: UInt64) { jump(to: frame, serial: serial) }

  /// Outputs without devices ignore the choice.
  func chooseDevice(_ name: String?) {}
}

/// Events of an output.
enum OutputEvent: Sendable {
  case connecting
  /// `rate` is nil for an output that takes the first file's rate. It changes only while nothing
  /// plays. Repeated when the device changes.
  case ready(rate: Int?, description: String)
  case unavailable(reason: String)
  /// Briefly unavailable, then `ready` with another rate; only while nothing plays.
  case reopening
  case clock(OutputClock)
  /// The ring was empty when more was needed; nothing plays until the next jump.
  case underrun(serial: UInt64)
  case volume(Double, isMuted: Bool)
  /// The available sinks and the chosen one, present or not.
  case devices([OutputDevice], chosen: String?)
  /// The jump's frame is not in the ring; nothing plays until the next jump.
  case jumpFailed(to: FrameNumber, serial: UInt64)
  /// The last frame heard before the output became unavailable, found out later.
  case heard(FrameNumber, serial: UInt64)
  /// The system requests silence, or ends the request.
  case corkRequested(Bool)
  /// The sink or the port that the sound came from is gone, though another one is there; its
  /// description.
  case unplugged(String)
  /// The sound would come from there again.
  case pluggedIn(String)
  case closed
}

import Music

/// Where the ring's sound goes. Commands return at once; what comes of them arrives as events.
protocol Output: AnyObject, Sendable {
  /// Whether it plays in real time; one that does not waits for the answer to "what is next".
  var isRealTime: Bool { get }
  /// Starts connecting.
  func start()
  /// Plays from `frame` on, dropping what was handed over of anything else; does not start.
  func jump(to frame: FrameNumber, serial: UInt64)
  /// Goes on playing.
  func run()
  /// Stops after what is audible now, losing nothing.
  func hold()
  /// Stops and forgets what was handed over.
  func clear()
  func setVolume(_ volume: Double, isMuted: Bool)
  /// Plays to a sink by its name, nil to whatever is the default, from now on and whenever it is
  /// there.
  func chooseDevice(_ name: String?)
  /// Asks for a new clock: how fast the sound goes has changed.
  func refreshClock()
  /// Told the rate where `ready` named none.
  func setRate(_ rate: Int)
  /// Lets go of everything; `closed` is the last event.
  func shutDown()
}

extension Output {
  /// Where there is no choice, there is nothing to choose.
  func chooseDevice(_ name: String?) {}
}

/// What an output tells the player.
enum OutputEvent: Sendable {
  case connecting
  /// `rate` is nil for an output that takes the rate of the first file. It changes while nothing is
  /// played.
  /// Told again when the sound comes out somewhere else.
  case ready(rate: Int?, description: String)
  case unavailable(reason: String)
  /// It is away for a moment, to be `ready` with another rate; only while nothing was to be played.
  case reopening
  case clock(OutputClock)
  /// Nothing was in the ring when more was needed; nothing is played until the next jump.
  case underrun(serial: UInt64)
  case volume(Double, isMuted: Bool)
  /// The sinks that there are, and which of them was chosen, there or not.
  case devices([OutputDevice], chosen: String?)
  /// The ring does not hold the frame of a jump any more, or not yet; nothing is played until the
  /// next one.
  case jumpFailed(to: FrameNumber, serial: UInt64)
  /// How far a jump was heard before the output became unavailable, found out since.
  case heard(FrameNumber, serial: UInt64)
  /// The system wants silence, or does not any more.
  case corkRequested(Bool)
  case closed
}

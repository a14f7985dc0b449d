import Media
import Music

// The current item's stages and the events between them:
//
//   stage    | event                             | next stage
//   none     | play                              | opening
//   any      | seek, another item is played      | opening
//   any      | stop, a fault, the end            | none
// opening  | the decode thread has sound       | jumping; landed without an output
//   opening  | a short beginning needs more      | opening (priming), then as above
//   jumping  | the output has a clock            | landed
//   jumping  | an underrun                       | jumping, an underrun of landed later
//   landed   | the next item's first frame       | landed, with the next item
//   landed   | an underrun                       | landed (underrun, or dry at the end)
//   landed   | refilled, the output is back      | jumping
//
// Pauses (`Pausing`) and the output's absence (`OutputLink`) lie beside this.

/// The item that plays or is about to, with all state that ends with it.
struct Current: Sendable {
  var item: PlayItem
  /// The requested start position.
  let position: Duration
  var stage: Stage
  var timeline: Timeline
  var supply = Supply.flowing
  var successors = Successors()
  /// Whether the sound that the request is to replace fades out under its own.
  var isBlended = false
  /// Why items in the ring end early.
  var faults: [PlayID: MediaError] = [:]
  var listened = Listening()
  /// The timeout of a request's first sound, a refill, or the next item.
  var patience: Alarm?

  /// A newly requested item.
  init(_ item: PlayItem, from position: Duration, rate: Int) {
    self.item = item
    self.position = position
    stage = .opening(.requested)
    timeline = Timeline(rate: rate)
  }

  /// The same item decoded again from another position.
  func restarted(_ item: PlayItem, from position: Duration) -> Current {
    var new = Current(item, from: position, rate: timeline.rate)
    new.successors = successors.restarted(behind: item.id)
    new.faults = faults
    new.listened = listened
    return new
  }

  /// Moves on to the next item.
  mutating func advance() {
    timeline.advance()
    if let segment = timeline.current { item = segment.item }
    if successors.isLate { patience = nil }
    successors.advance()
    listened = Listening()
  }

  /// Listening begins at this frame.
  mutating func beginListening(at frame: FrameNumber) {
    listened.begin(at: timeline.position(of: frame))
  }

  /// Listening ends at this frame, before a seek or a stop.
  mutating func endListening(at frame: FrameNumber) {
    listened.end(at: timeline.position(of: frame))
  }

  /// Cancels all timers.
  mutating func stopTimers() {
    patience = nil
    switch stage {
    case .opening(.awaitingRate), .opening(.requested), .jumping: break
    case .opening(.priming): stage = .opening(.requested)
    case .landed(let landed): stage = .landed(Landed(clock: landed.clock))
    }
  }
}

extension Current {
  /// The progress of the last request.
  enum Stage: Sendable {
    case opening(Opening)
    /// The output was sent to the new sound.
    case jumping(Jump)
    case landed(Landed)
  }

  /// The reason why a request has no sound yet.
  enum Opening: Sendable {
    /// The output's rate is unknown.
    case awaitingRate(DecodeRequest)
    /// The decode thread is at work.
    case requested
    /// A short beginning waits for more sound, until the alarm.
    case priming(Alarm)
  }

  struct Jump: Sendable {
    var frame: FrameNumber
    /// The clock before the jump, nil if nothing of the request was audible.
    var clock: OutputClock?
    /// Whether the output ran dry before its first clock.
    var hasUnderrun = false
  }

  /// The output's clock has reached the new sound.
  struct Landed: Sendable {
    var clock: OutputClock
    /// Wakes at the next boundary.
    var boundary: Alarm?
    /// Checks that an output that is not real-time still gets sound.
    var writing: Alarm?
  }

  /// Whether sound arrives in time.
  enum Supply: Sendable {
    case flowing
    /// The output is held until the ring is refilled.
    case underrun
    /// The output ran dry at the end of the last known item.
    case dry
  }
}

/// The origin of a pause.
enum Pausing: Sendable { case off, listener, system, unplugged }

/// Whether the output is available.
enum OutputLink: Sendable {
  case ready
  /// Unavailable; a new output resumes at the frame.
  case away(resumption: FrameNumber?)

  var isReady: Bool { if case .ready = self { true } else { false } }

  var resumption: FrameNumber? { if case .away(let frame) = self { frame } else { nil } }

  /// Drops the resumption frame, since something else is to play.
  mutating func forgetResumption() { if !isReady { self = .away(resumption: nil) } }
}

/// A task that is cancelled with its last reference.
final class Alarm: Sendable {
  private let task: Task<Void, Never>

  init(_ task: Task<Void, Never>) { self.task = task }

  deinit { task.cancel() }
}

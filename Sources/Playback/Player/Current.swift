import Media
import Music

// What may happen to the current item, and the stage that it leads to:
//
//   stage    | event                             | next stage
//   none     | play                              | opening
//   any      | seek, another item is played      | opening
//   any      | stop, a fault, the end            | none
//   opening  | the lane has sound                | jumping; landed without an output
//   opening  | a short beginning needs more      | opening (priming), then as above
//   jumping  | the output has a clock            | landed
//   jumping  | an underrun                       | jumping, an underrun of landed later
//   landed   | the next item's first frame       | landed, with the next item
//   landed   | an underrun                       | landed (starved, or dry at the end)
//   landed   | refilled, the output is back      | jumping
//
// Pauses (`Pausing`) and the output's absence (`OutputLink`) lie beside this.

/// The item that is heard, or that was ordered and is not heard yet, and all that ends with it.
struct Current: Sendable {
  var item: PlayItem
  /// Where it was told to start or to go.
  let position: Duration
  var stage: Stage
  var timeline: Timeline
  var supply = Supply.flowing
  var successors = Successors()
  /// Why items that are in the ring end early.
  var faults: [PlayID: MediaError] = [:]
  var listened = Listening()
  /// Gives up what does not come: an order's first sound, more sound, the next item.
  var patience: Alarm?

  /// An item that was not played before.
  init(_ item: PlayItem, from position: Duration, rate: Int) {
    self.item = item
    self.position = position
    stage = .opening(.ordered)
    timeline = Timeline(rate: rate)
  }

  /// The same item from another place on, decoded anew.
  func restarted(_ item: PlayItem, from position: Duration) -> Current {
    var new = Current(item, from: position, rate: timeline.rate)
    new.successors = successors.restarted(behind: item.id)
    new.faults = faults
    new.listened = listened
    return new
  }

  /// The next item is heard.
  mutating func advance() {
    timeline.advance()
    if let segment = timeline.current { item = segment.item }
    if successors.isLate { patience = nil }
    successors.advance()
    listened = Listening()
  }

  /// Sound is heard from this frame on.
  mutating func beginListening(at frame: FrameNumber) {
    listened.begin(at: timeline.position(of: frame))
  }

  /// What is heard behind this frame does not follow from what was.
  mutating func endListening(at frame: FrameNumber) {
    listened.end(at: timeline.position(of: frame))
  }

  /// Nothing is to happen by itself any more.
  mutating func stopTimers() {
    patience = nil
    switch stage {
    case .opening(.awaitingRate), .opening(.ordered), .jumping: break
    case .opening(.priming): stage = .opening(.ordered)
    case .landed(let landed): stage = .landed(Landed(clock: landed.clock))
    }
  }
}

extension Current {
  /// How far the last order has come.
  enum Stage: Sendable {
    case opening(Opening)
    /// The output was told to go to the sound.
    case jumping(Jump)
    case landed(Landed)
  }

  /// What an order without sound waits for.
  enum Opening: Sendable {
    /// The output, which is to name its rate.
    case awaitingRate(DecodeOrder)
    /// The lane.
    case ordered
    /// Sound behind a short beginning; the alarm ends that.
    case priming(Alarm)
  }

  struct Jump: Sendable {
    var frame: FrameNumber
    /// The clock before the jump, nil where nothing of the order was heard.
    var clock: OutputClock?
    /// Whether the output ran dry before it could say when its sound is heard.
    var isStarved = false
  }

  /// The output has said what is heard.
  struct Landed: Sendable {
    var clock: OutputClock
    /// Wakes when the next boundary is heard.
    var boundary: Alarm?
    /// Looks whether an output that is not real-time still gets something to write.
    var writing: Alarm?
  }

  /// Whether sound comes as fast as it is heard.
  enum Supply: Sendable {
    case flowing
    /// The output is held until the lane has refilled the ring.
    case underrun
    /// The output had nothing left when the last item known ended.
    case dry
  }
}

/// Who wants a pause.
enum Pausing: Sendable { case off, listener, system }

/// Whether there is an output.
enum OutputLink: Sendable {
  case ready
  /// It is not there; the frame from which one that comes back goes on.
  case away(resumption: FrameNumber?)

  var isReady: Bool { if case .ready = self { true } else { false } }

  var resumption: FrameNumber? { if case .away(let frame) = self { frame } else { nil } }

  /// Something else is to be heard.
  mutating func forgetResumption() { if !isReady { self = .away(resumption: nil) } }
}

/// A task that is called off when nobody keeps it any more.
final class Alarm: Sendable {
  private let task: Task<Void, Never>

  init(_ task: Task<Void, Never>) { self.task = task }

  deinit { task.cancel() }
}

import Music

/// Which item, and what place in it, each frame of the ring is. A value; knows no clock.
struct Timeline: Equatable, Sendable {
  /// Hz.
  var rate: Int
  /// In the order they are heard.
  private(set) var segments: [Segment] = []
  /// Where the last segment ends, nil while it is still being decoded.
  private(set) var end: FrameNumber?

  init(rate: Int) { self.rate = rate }

  /// What is heard now, or will be first.
  var current: Segment? { segments.first }

  /// The first frame that is not the current segment's, as far as that is known.
  var boundary: FrameNumber? { segments.count > 1 ? segments[1].start : end }

  /// Whether something follows the current segment.
  var hasNext: Bool { segments.count > 1 }

  /// What follows an item in the ring.
  func follower(of id: PlayID) -> PlayID? {
    guard let index = segments.firstIndex(where: { $0.item.id == id }) else { return nil }
    return index + 1 < segments.count ? segments[index + 1].item.id : nil
  }

  mutating func append(_ segment: Segment) {
    segments.append(segment)
    end = nil
  }

  /// The last item ends here; its length is known from now on.
  mutating func close(_ id: PlayID, at frame: FrameNumber) {
    guard let last = segments.last, last.item.id == id else { return }
    end = frame
    let shift = last.shifts.last ?? Segment.Shift(start: last.start, position: last.position)
    segments[segments.count - 1].duration = shift.position + time(frame - shift.start)
  }

  /// An item's length is known better.
  mutating func measure(_ id: PlayID, _ duration: Duration) {
    for index in segments.indices where segments[index].item.id == id {
      segments[index].duration = duration
    }
  }

  /// From a frame on, an item is at another place than counting says.
  mutating func shift(_ id: PlayID, at frame: FrameNumber, to position: Duration) {
    for index in segments.indices where segments[index].item.id == id {
      segments[index].shifts.append(Segment.Shift(start: frame, position: position))
    }
  }

  /// The first frame behind this one from which the current item is at another place.
  func shift(after frame: FrameNumber) -> FrameNumber? {
    current?.shifts.first { $0.start > frame }?.start
  }

  /// Takes back the item that was to follow; the one before it ends at `end`, which is behind the
  /// boundary where the two were to overlap.
  mutating func drop(_ id: PlayID, end: FrameNumber) {
    guard segments.count > 1, segments[segments.count - 1].item.id == id else { return }
    segments.removeLast()
    self.end = end
  }

  /// The boundary has been heard: the next segment is the current one.
  mutating func advance() { if !segments.isEmpty { segments.removeFirst() } }

  /// The place in the current item of a frame, within it.
  func position(of frame: FrameNumber) -> Duration {
    guard let current else { return .zero }
    let limit = boundary ?? .max
    let heard = min(frame, limit)
    if let shift = current.shifts.last(where: { $0.start <= heard }) {
      return shift.position + time(heard - shift.start)
    }
    return current.position + time(max(0, heard - current.start))
  }

  /// Whole seconds are whole: a length that is shown must not lack its last one.
  func time(_ frames: FrameNumber) -> Duration {
    let (seconds, rest) = frames.quotientAndRemainder(dividingBy: FrameNumber(rate))
    return .seconds(seconds) + .seconds(Double(rest) / Double(rate))
  }
}

import Music

/// Maps ring frames to items and positions. A value without a clock.
struct Timeline: Equatable, Sendable {
  /// Hz.
  var rate: Int
  /// In playing order.
  private(set) var segments: [Segment] = []
  /// The end of the last segment, nil while still decoding.
  private(set) var end: FrameNumber?

  init(rate: Int) { self.rate = rate }

  /// The audible segment, or the first to come.
  var current: Segment? { segments.first }

  /// The first frame behind the current segment, if known.
  var boundary: FrameNumber? { segments.count > 1 ? segments[1].start : end }

  /// Whether another segment follows the current one.
  var hasNext: Bool { segments.count > 1 }

  /// The item behind another in the ring.
  func follower(of id: PlayID) -> PlayID? {
    guard let index = segments.firstIndex(where: { $0.item.id == id }) else { return nil }
    return index + 1 < segments.count ? segments[index + 1].item.id : nil
  }

  mutating func append(_ segment: Segment) {
    segments.append(segment)
    end = nil
  }

  /// Sets the end of the last item, and so its length.
  mutating func close(_ id: PlayID, at frame: FrameNumber) {
    guard let last = segments.last, last.item.id == id else { return }
    end = frame
    let shift = last.shifts.last ?? Segment.Shift(start: last.start, position: last.position)
    let duration = shift.position + time(frame - shift.start)
    // The sum of two rounded times may lack a fraction of a nanosecond of a whole second.
    segments[segments.count - 1].duration =
      last.shifts.isEmpty ? duration : .nanoseconds(Int64((duration.seconds * 1e9).rounded()))
  }

  /// Corrects an item's length.
  mutating func measure(_ id: PlayID, _ duration: Duration) {
    for index in segments.indices where segments[index].item.id == id {
      segments[index].duration = duration
    }
  }

  /// Shifts an item's position from a frame on.
  mutating func shift(_ id: PlayID, at frame: FrameNumber, to position: Duration) {
    for index in segments.indices where segments[index].item.id == id {
      segments[index].shifts.append(Segment.Shift(start: frame, position: position))
    }
  }

  /// The current item's first position shift behind this frame.
  func shift(after frame: FrameNumber) -> FrameNumber? {
    current?.shifts.first { $0.start > frame }?.start
  }

  /// Removes the next item; the previous one ends at `end`, behind the boundary of an overlap.
  mutating func drop(_ id: PlayID, end: FrameNumber) {
    guard segments.count > 1, segments[segments.count - 1].item.id == id else { return }
    segments.removeLast()
    self.end = end
  }

  /// Makes the next segment current, past the boundary.
  mutating func advance() { if !segments.isEmpty { segments.removeFirst() } }

  /// The current item's position at a frame, within the item.
  func position(of frame: FrameNumber) -> Duration {
    guard let current else { return .zero }
    let limit = boundary ?? .max
    let heard = min(frame, limit)
    if let shift = current.shifts.last(where: { $0.start <= heard }) {
      return shift.position + time(heard - shift.start)
    }
    return current.position + time(max(0, heard - current.start))
  }

  /// The frame at which a track reaches a position within its item: its end where it is shorter.
  ///
  /// Nil where the track is not in the ring, or begins there behind the position.
  func frame(of position: Duration, in track: TrackID) -> FrameNumber? {
    for (index, segment) in segments.enumerated() where segment.item.id.track == track {
      let wanted = segment.item.start + position
      // An item that is still to come may end at its first frame, one that plays may not.
      guard index > 0 ? wanted >= segment.position : wanted > segment.position else { continue }
      let next = index + 1 < segments.count ? segments[index + 1].start : end
      return min(segment.frame(of: wanted, rate: rate), next ?? .max)
    }
    return nil
  }

  /// Keeps whole seconds exact: a displayed length must not lack its last second.
  func time(_ frames: FrameNumber) -> Duration {
    let (seconds, rest) = frames.quotientAndRemainder(dividingBy: FrameNumber(rate))
    return .seconds(seconds) + .seconds(Double(rest) / Double(rate))
  }
}

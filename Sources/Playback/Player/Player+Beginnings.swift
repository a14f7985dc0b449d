import Music

/// The frame of the ring at which an item begins.
struct Beginning: Equatable, Sendable {
  var id: PlayID
  var frame: FrameNumber
}

// What a rendering has to know of the places of its items: the engine's own account, since what
// files say of their lengths is not always so.
extension Player {
  func noteBeginning(of segment: Segment) {
    guard !output.isPaced else { return }
    beginnings.append(Beginning(id: segment.item.id, frame: segment.start))
  }

  /// How much has been given out since the first item began.
  var writtenTime: Duration {
    guard let clock, let first = beginnings.first else { return .zero }
    return timeline.time(max(0, clock.heard - first.frame))
  }

  /// When each item begins, counted from the first, and where the last one ends.
  var writtenPlaces: (starts: [(id: PlayID, start: Duration)], end: Duration) {
    guard let first = beginnings.first else { return ([], .zero) }
    return (
      beginnings.map { ($0.id, timeline.time($0.frame - first.frame)) },
      timeline.time(max(0, (writtenEnd ?? first.frame) - first.frame))
    )
  }
}

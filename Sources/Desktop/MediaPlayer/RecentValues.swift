internal import Music

/// Values of the tracks for which they were last set, a few dozen.
struct RecentValues<Value: Equatable & Sendable>: Equatable, Sendable {
  private var values: [TrackID: Value] = [:]
  /// The newest at the end.
  private var order: [TrackID] = []
  private static var capacity: Int { 48 }

  subscript(track: TrackID) -> Value? {
    get { values[track] }
    set {
      order.removeAll { $0 == track }
      values[track] = newValue
      guard newValue != nil else { return }
      order.append(track)
      if order.count > Self.capacity { values[order.removeFirst()] = nil }
    }
  }
}

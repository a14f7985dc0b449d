/// The last places of a book that were left by jumps, so that a wrong jump can be undone.
package struct JumpHistory: Equatable, Sendable {
  /// The oldest first.
  package private(set) var places: [Duration]

  package static let mostPlaces = 20
  /// A shorter move, such as a skip, is no jump.
  package static let shortestJump = Duration.seconds(60)

  /// - Parameter places: The oldest first; all but the last ones are dropped.
  package init(_ places: [Duration] = []) {
    self.places = Array(places.suffix(JumpHistory.mostPlaces))
  }

  /// Whether a move is a jump.
  package static func isJump(from old: Duration, to new: Duration) -> Bool {
    (old < new ? new - old : old - new) >= shortestJump
  }

  /// Notes the place that a jump leaves; false for a small move.
  @discardableResult
  package mutating func note(from old: Duration, to new: Duration) -> Bool {
    guard JumpHistory.isJump(from: old, to: new) else { return false }
    places.append(max(.zero, old))
    if places.count > JumpHistory.mostPlaces { places.removeFirst() }
    return true
  }

  /// The place before the last jump, which leaves the history; nil for none.
  package mutating func back() -> Duration? { places.popLast() }
}

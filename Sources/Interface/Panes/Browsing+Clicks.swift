import Music
import Screen

// Double clicks: two presses on one line, shortly after one another.
extension Browsing {
  struct Click: Equatable, Sendable {
    var position: Position
    var at: ContinuousClock.Instant
    /// The clicked row.
    var row: RowID?
  }

  /// Records a press.
  ///
  /// - Returns: The first click of a double click; nil where this is the first one.
  mutating func click(at position: Position, at now: ContinuousClock.Instant) -> Click? {
    let first = lastClick.flatMap {
      $0.position.row == position.row && now - $0.at < .milliseconds(400) ? $0 : nil
    }
    lastClick = first == nil ? Click(position: position, at: now) : nil
    return first
  }
}

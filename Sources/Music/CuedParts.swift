/// The result of setting the bounds of entries to cues.
package struct CuedParts: Equatable, Sendable {
  /// Entries that begin or end at a cue now, or did already.
  package var set = 0
  /// Entries whose track has no such cue, and virtual tracks, whose bounds are fixed.
  package var without = 0
  /// Entries that would have ended before they began.
  package var refused = 0
  /// The bound of a single entry: its start, or else its end.
  package var position: Duration?

  package init(set: Int = 0, without: Int = 0, refused: Int = 0, position: Duration? = nil) {
    self.set = set
    self.without = without
    self.refused = refused
    self.position = position
  }
}

/// The number and the playing time of entries in a playlist, or in the rest of it.
package struct PlayTotal: Equatable, Sendable {
  /// All entries, missing ones included.
  package var entries: Int
  package var missing: Int
  /// Available entries of unknown length: the playing time is more than `duration`.
  package var unknown: Int
  /// Of the available parts, less the overlaps of crossfades.
  package var duration: Duration

  package init(entries: Int = 0, missing: Int = 0, unknown: Int = 0, duration: Duration = .zero) {
    self.entries = entries
    self.missing = missing
    self.unknown = unknown
    self.duration = duration
  }
}

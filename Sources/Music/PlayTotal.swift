/// How much is in a playlist, or in what is left of it, and how long that plays.
package struct PlayTotal: Equatable, Sendable {
  /// All entries, those included whose files are missing.
  package var entries: Int
  package var missing: Int
  /// Entries that are there and whose length is not known: it plays longer than `duration`.
  package var unknown: Int
  /// Of the parts that are there, less what crossfades make them overlap.
  package var duration: Duration

  package init(entries: Int = 0, missing: Int = 0, unknown: Int = 0, duration: Duration = .zero) {
    self.entries = entries
    self.missing = missing
    self.unknown = unknown
    self.duration = duration
  }
}

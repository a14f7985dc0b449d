/// The play queue that a user's clients share.
package struct SubsonicQueue: Equatable, Sendable {
  /// Ids, in order.
  package var tracks: [String]
  /// The id of the playing one.
  package var current: String?
  package var position: Duration
  /// Unix time in milliseconds; nil where the server does not say.
  package var changed: Int64?
  /// The client that saved it.
  package var changedBy: String?

  package init(
    tracks: [String], current: String? = nil, position: Duration = .zero, changed: Int64? = nil,
    changedBy: String? = nil
  ) {
    self.tracks = tracks
    self.current = current
    self.position = position
    self.changed = changed
    self.changedBy = changedBy
  }
}

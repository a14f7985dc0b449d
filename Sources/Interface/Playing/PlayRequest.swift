package import Music

/// A queued item that the player is asked to play, and what decides how it is played there.
package struct PlayRequest: Equatable, Sendable {
  package var id: PlayID
  /// The entry of a playlist that it was queued from.
  package var entry: EntryID?
  /// The tracks before and after it.
  package var neighbors: [TrackID]

  package init(_ id: PlayID, entry: EntryID? = nil, neighbors: [TrackID] = []) {
    self.id = id
    self.entry = entry
    self.neighbors = neighbors
  }
}

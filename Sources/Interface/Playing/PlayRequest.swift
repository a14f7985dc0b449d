package import Music

/// An item for the player, with the facts that decide its playback settings.
package struct PlayRequest: Equatable, Sendable {
  package var id: PlayID
  /// The playlist entry that the item was queued from.
  package var entry: EntryID?
  /// The tracks before and after the item.
  package var neighbors: [TrackID]
  /// dB, on top of everything else: variations that are compared are equally loud.
  package var gain: Double

  package init(
    _ id: PlayID, entry: EntryID? = nil, neighbors: [TrackID] = [], gain: Double = 0
  ) {
    self.id = id
    self.entry = entry
    self.neighbors = neighbors
    self.gain = gain
  }
}

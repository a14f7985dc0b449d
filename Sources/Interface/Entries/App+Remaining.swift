import Music

// How long the open playlist goes on while one of its entries plays.
extension App {
  /// What was asked of the library, and what it said.
  struct Remaining: Equatable, Sendable {
    var playlist: PlaylistID
    var entry: EntryID
    /// From the start of the entry on; nil until it is known, and where the playlist does not hold it.
    var total: PlayTotal?
    var isStale = false
  }

  /// Asks for what is left when something else plays, or the library changed.
  mutating func dueRemaining() -> [Effect] {
    guard !showsQueue, let playlist = openPlaylist, player.item != nil, let entry = heard?.entry
    else {
      remaining = nil
      return []
    }
    if let remaining, remaining.playlist == playlist, remaining.entry == entry, !remaining.isStale {
      return []
    }
    let known = remaining?.entry == entry && remaining?.playlist == playlist
    remaining = Remaining(
      playlist: playlist, entry: entry, total: known ? remaining?.total : nil)
    return [.load(.remaining(playlist, entry))]
  }

  mutating func take(_ total: PlayTotal?, of playlist: PlaylistID, from entry: EntryID) {
    guard remaining?.playlist == playlist, remaining?.entry == entry else { return }
    remaining?.total = total
  }

  /// How long it takes from now to the end of the open playlist, at the speed that is set.
  package var remainingTime: Duration? {
    guard let total = remaining?.total, player.clock != nil else { return nil }
    return max(.zero, total.duration - position) / sound.speed
  }
}

import Music

// How long the open playlist goes on while one of its entries plays.
extension Browsing {
  struct Remaining: Equatable, Sendable {
    var playlist: PlaylistID
    var entry: EntryID
    /// From the start of the entry on; nil until it is known, and where the playlist does not hold it.
    var total: PlayTotal?
    var isStale = false
  }

  /// Asks for what is left when another entry plays, or the library changed.
  mutating func missingRemaining(from entry: EntryID?) -> [Effect] {
    guard !showsQueue, let playlist = openPlaylist, let entry else {
      remaining = nil
      return []
    }
    let isKnown = remaining?.playlist == playlist && remaining?.entry == entry
    if isKnown, remaining?.isStale == false { return [] }
    remaining = Remaining(
      playlist: playlist, entry: entry, total: isKnown ? remaining?.total : nil)
    return [.load(.remaining(playlist, entry))]
  }

  mutating func receive(_ total: PlayTotal?, of playlist: PlaylistID, from entry: EntryID) {
    guard remaining?.playlist == playlist, remaining?.entry == entry else { return }
    remaining?.total = total
  }
}

extension App {
  /// How long it takes from now to the end of the open playlist, at the speed that is set.
  package var remainingTime: Duration? {
    guard let total = browsing.remaining?.total, player.clock != nil else { return nil }
    return max(.zero, total.duration - position) / sound.speed
  }
}

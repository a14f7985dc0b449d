import Music

// The remaining time of the open playlist while one of its entries plays.
extension Browsing {
  struct Remaining: Equatable, Sendable {
    var playlist: PlaylistID
    var entry: EntryID
    /// From the entry's start on; nil until loaded, and for an entry of another playlist.
    var total: PlayTotal?
    var isStale = false
  }

  /// Loads the remaining time when another entry plays, or the library changed.
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
  /// How long until the end of the open playlist, at the current speed.
  package var remainingTime: Duration? {
    guard let total = browsing.remaining?.total, player.clock != nil else { return nil }
    return max(.zero, total.duration - position) / sound.speed
  }
}

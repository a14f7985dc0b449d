/// What fits after a track, the best first.
package struct FitList: Equatable, Sendable {
  package struct Fit: Equatable, Sendable {
    package var track: Track
    package var fit: MixFit

    package init(_ track: Track, _ fit: MixFit) {
      self.track = track
      self.fit = fit
    }
  }

  package var from: Track
  package var fits: [Fit]
  /// How many fit in all; `fits` may be the best of them only.
  package var count: Int
  /// What was assumed of how they are mixed.
  package var rules: MixRules

  package init(from: Track, fits: [Fit], count: Int, rules: MixRules = MixRules()) {
    self.from = from
    self.fits = fits
    self.count = count
    self.rules = rules
  }
}

/// Another order for a playlist, to be looked at before it is taken.
package struct Arrangement: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package var id: EntryID
    package var track: Track

    package init(_ id: EntryID, _ track: Track) {
      self.id = id
      self.track = track
    }
  }

  package var playlist: PlaylistID
  package var name: String
  /// In the order that they have now.
  package var entries: [Entry]
  /// Directories in `entries`, in the order that is proposed.
  package var order: [Int]
  package var isFirstKept: Bool

  package init(
    playlist: PlaylistID, name: String, entries: [Entry], order: [Int], isFirstKept: Bool
  ) {
    self.playlist = playlist
    self.name = name
    self.entries = entries
    self.order = order
    self.isFirstKept = isFirstKept
  }

  /// Entries in the order that is proposed.
  package var arranged: [Entry] { order.map { entries[$0] } }

  package var isChanged: Bool { order != Array(entries.indices) }
}

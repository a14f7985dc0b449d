/// The best tracks to follow one, the best first.
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
  /// The number of all that fit; `fits` may be the best of them only.
  package var count: Int
  /// The assumed mixing rules.
  package var rules: MixRules

  package init(from: Track, fits: [Fit], count: Int, rules: MixRules = MixRules()) {
    self.from = from
    self.fits = fits
    self.count = count
    self.rules = rules
  }
}

/// A proposed order for a playlist, shown before it is applied.
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
  /// In their present order.
  package var entries: [Entry]
  /// Indices in `entries`, in the proposed order.
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

  /// Entries in the proposed order.
  package var arranged: [Entry] { order.map { entries[$0] } }

  package var isChanged: Bool { order != Array(entries.indices) }
}

package import Music

/// The window of what fits now: tracks that mix into the end of one, the best first.
package struct FitsPanel: Equatable, Sendable {
  package var list: FitList
  package var selected = 0
  package var top = 0
  /// The tracks that it was asked for before this one, to go back to.
  var way: [TrackID] = []
  /// The track that it is about since it plays, and not since the cursor is on it.
  var playing: TrackID?

  package init(_ list: FitList) { self.list = list }

  package var fit: FitList.Fit? {
    list.fits.indices.contains(selected) ? list.fits[selected] : nil
  }

  mutating func move(to index: Int, height: Int) {
    selected = max(0, min(list.fits.count - 1, index))
    scroll(height: height)
  }

  private mutating func scroll(height: Int) {
    if selected < top { top = selected }
    if selected >= top + height { top = selected - height + 1 }
    top = max(0, min(top, list.fits.count - height))
  }

  /// Takes what fits by now; the cursor stays on its track, or else at its place.
  mutating func take(_ new: FitList, height: Int) {
    let track = fit?.track.id
    list = new
    move(to: new.fits.firstIndex { $0.track.id == track } ?? selected, height: height)
  }
}

/// The window of the order that is proposed for a playlist.
package struct ArrangementPanel: Equatable, Sendable {
  package var arrangement: Arrangement
  /// Sums of the distances between neighbours, as it is and as it would be.
  package let before: Double
  package let after: Double
  package var top = 0

  package init(_ arrangement: Arrangement) {
    self.arrangement = arrangement
    let points = arrangement.entries.map(\.track.mixPoint)
    before = MixOrder.distance(of: points)
    after = MixOrder.distance(of: arrangement.order.map { points[$0] })
  }

  mutating func scroll(to row: Int, height: Int) {
    top = max(0, min(row, arrangement.entries.count - height))
  }
}

package import Music

/// The window of what fits now: tracks that mix into the end of one, the best first.
package struct FitsPanel: Equatable, Sendable {
  package var list: FitList
  package private(set) var cursor = ListCursor()
  /// The tracks that it was asked for before this one, to go back to.
  var way: [TrackID] = []
  /// The track that it is about since it plays, and not since the cursor is on it.
  var playing: TrackID?

  package init(_ list: FitList) { self.list = list }

  package var fit: FitList.Fit? {
    list.fits.indices.contains(cursor.selected) ? list.fits[cursor.selected] : nil
  }

  mutating func move(to index: Int, height: Int) {
    cursor.move(to: index, of: list.fits.count)
    cursor.scroll(height: height, of: list.fits.count)
  }

  /// Takes what fits by now; the cursor stays on its track, or else at its place.
  mutating func take(_ new: FitList, height: Int) {
    let track = fit?.track.id
    list = new
    move(to: new.fits.firstIndex { $0.track.id == track } ?? cursor.selected, height: height)
  }
}

/// The window of the order that is proposed for a playlist.
package struct ArrangementPanel: Equatable, Sendable {
  package var arrangement: Arrangement
  /// Sums of the distances between neighbours, as it is and as it would be.
  package let before: Double
  package let after: Double
  package private(set) var cursor = ListCursor()

  package init(_ arrangement: Arrangement) {
    self.arrangement = arrangement
    let points = arrangement.entries.map(\.track.mixPoint)
    before = MixOrder.distance(of: points)
    after = MixOrder.distance(of: arrangement.order.map { points[$0] })
  }

  mutating func scroll(by step: Int, height: Int) {
    cursor.scroll(by: step, height: height, of: arrangement.entries.count)
  }
}

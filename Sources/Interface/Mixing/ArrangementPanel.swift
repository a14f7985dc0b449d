package import Music

/// The window of a proposed order for a playlist.
package struct ArrangementPanel: Equatable, Sendable {
  package var arrangement: Arrangement
  /// Sums of the mixing distances between neighbours, now and in the proposed order.
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

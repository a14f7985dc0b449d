package import Music

/// The window of a proposed order for a playlist.
package struct ArrangementPanel: Equatable, Sendable {
  package var arrangement: Arrangement
  /// Sums of the mixing distances between neighbours, now and in the proposed order.
  package let before: Double
  package let after: Double
  /// The mix as it is, and as it is proposed.
  let now: MixTimeline
  let proposed: MixTimeline
  package internal(set) var cursor = ListCursor()

  package init(_ arrangement: Arrangement) {
    self.arrangement = arrangement
    let points = arrangement.entries.map(\.track.mixPoint)
    before = MixOrder.distance(of: points)
    after = MixOrder.distance(of: arrangement.order.map { points[$0] })
    now = Self.timeline(arrangement.entries)
    proposed = Self.timeline(arrangement.arranged)
  }

  /// The entries one after the other; crossfades change little in their proportions.
  private static func timeline(_ entries: [Arrangement.Entry]) -> MixTimeline {
    var (start, items) = (Duration.zero, [MixTimeline.Entry]())
    for entry in entries.prefix(MixTimeline.maximumEntries) {
      let length = entry.track.isMissing ? .zero : entry.track.audio.duration ?? .zero
      items.append(
        MixTimeline.Entry(
          id: entry.id, track: entry.track.id, start: start, length: length,
          point: entry.track.mixPoint, isMissing: entry.track.isMissing))
      start += length
    }
    return MixTimeline(entries: items, count: items.count, duration: start)
  }

  mutating func scroll(by step: Int, height: Int) {
    cursor.scroll(by: step, height: height, of: arrangement.entries.count)
  }
}

/// The entries of a mix in order, each with its place on the timeline.
package struct MixTimeline: Equatable, Sendable {
  package struct Entry: Equatable, Sendable, Identifiable {
    package var id: EntryID
    package var track: TrackID
    /// From the start of the mix; a crossfade lets it begin before the previous entry ends.
    package var start: Duration
    /// Zero where the file is missing or its length unknown.
    package var length: Duration
    package var point: MixPoint
    package var isMissing: Bool
    package var isVirtualTrack: Bool

    package init(
      id: EntryID, track: TrackID, start: Duration, length: Duration, point: MixPoint = MixPoint(),
      isMissing: Bool = false, isVirtualTrack: Bool = false
    ) {
      self.id = id
      self.track = track
      self.start = start
      self.length = length
      self.point = point
      self.isMissing = isMissing
      self.isVirtualTrack = isVirtualTrack
    }
  }

  /// The first entries of the mix, at most `maximumEntries`.
  package let entries: [Entry]
  /// The number of all entries, and their playing time.
  package let count: Int
  package let duration: Duration

  package static let maximumEntries = 2_000

  package init(entries: [Entry] = [], count: Int, duration: Duration) {
    self.entries = entries
    self.count = count
    self.duration = duration
  }

  /// The index of the entry that plays: the one it was queued from, else the first of its track.
  package func index(of item: QueuedTrack) -> Int? {
    if let entry = item.entry, let index = entries.firstIndex(where: { $0.id == entry }) {
      return index
    }
    return entries.firstIndex { $0.track == item.track && !$0.isVirtualTrack }
  }

  /// The lowest and the highest known tempo.
  package var tempos: ClosedRange<Double>? {
    let tempos = entries.compactMap(\.point.bpm)
    guard let least = tempos.min(), let most = tempos.max() else { return nil }
    return least...most
  }

  /// The index before which another track fits best, `entries.count` for the end; nil where the
  /// track clashes with its neighbours everywhere.
  package func bestPlace(for track: MixPoint, rules: MixRules = MixRules()) -> Int? {
    guard track.isKnown else { return nil }
    let present = entries.indices.filter { !entries[$0].isMissing && entries[$0].point.isKnown }
    guard let first = present.first else { return nil }
    var best: (place: Int, cost: Double)?
    func consider(_ place: Int, _ cost: Double) {
      if cost < best?.cost ?? .infinity { best = (place, cost) }
    }
    let into = MixFit(from: track, to: entries[first].point, rules: rules)
    if into.fits { consider(first, into.distance) }
    for (position, index) in present.enumerated() {
      let point = entries[index].point
      let from = MixFit(from: point, to: track, rules: rules)
      guard from.fits else { continue }
      guard position + 1 < present.count else {
        // Past entries beyond the limit nothing is known.
        if entries.count == count { consider(entries.count, from.distance) }
        continue
      }
      let next = entries[present[position + 1]].point
      let into = MixFit(from: track, to: next, rules: rules)
      guard into.fits else { continue }
      let direct = MixFit(from: point, to: next, rules: rules)
      consider(present[position + 1], from.distance + into.distance - direct.distance)
    }
    return best?.place
  }
}

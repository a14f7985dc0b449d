import Music

/// The variations of what plays, and which two are compared.
package struct Comparison: Equatable, Sendable {
  /// The primary one first.
  private var variations: [Track] = []
  private var isStale = true
  /// The track whose variations are on their way.
  private var asked: TrackID?
  /// Whether a switch waits for them, to the next variation or to the other one.
  private var waits: Bool?
  /// The variation that was heard before this one.
  private var other: TrackID?
  /// The loudness in LUFS that all are brought to: that of the first one that was heard.
  private var reference: Double?

  /// A switch to a variation.
  struct Step: Equatable {
    let track: Track
    /// From 1.
    let number: Int
    let count: Int
    /// dB; nil where a loudness is unknown.
    let gain: Double?
    /// Those before it that are over at the place.
    let skipped: [Track]
  }

  func holds(_ track: TrackID) -> Bool { variations.contains { $0.id == track } }

  /// The number of a variation, from 1, and that of all.
  func place(of track: TrackID) -> (number: Int, count: Int)? {
    variations.firstIndex { $0.id == track }.map { ($0 + 1, variations.count) }
  }

  // MARK: Loading

  /// Asks for the variations of a track that has some, so that a switch need not wait for them.
  mutating func missing(of track: Track) -> [Effect] {
    guard track.variation != nil else { return [] }
    guard isStale || !holds(track.id) else { return [] }
    return ask(track.id)
  }

  private mutating func ask(_ track: TrackID) -> [Effect] {
    guard asked != track else { return [] }
    asked = track
    isStale = false
    return [.load(.variations(track))]
  }

  /// Lets a switch wait for the variations of a track.
  mutating func wait(for track: TrackID, toNext: Bool) -> [Effect] {
    waits = toNext
    return ask(track)
  }

  /// - Returns: The switch that waited for them.
  mutating func receive(_ tracks: [Track], of track: TrackID) -> Bool? {
    guard asked == track else { return nil }
    asked = nil
    variations = tracks
    defer { waits = nil }
    return holds(track) ? waits : nil
  }

  mutating func libraryChanged() { isStale = true }

  // MARK: Switching

  /// The variations beside one.
  func others(than current: TrackID) -> [Track] { variations.filter { $0.id != current } }

  /// The switch to the next variation, or the other one, that is not over at a place; nil where
  /// all are.
  ///
  /// - Parameter current: The variation that plays.
  mutating func step(from current: TrackID, toNext: Bool, at place: Duration) -> Step? {
    guard let index = variations.firstIndex(where: { $0.id == current }), variations.count > 1
    else { return nil }
    let known = variations.firstIndex { $0.id == other && $0.id != current }
    // Compared with the primary one at first.
    let first = toNext ? (index + 1) % variations.count : known ?? (index == 0 ? 1 : 0)
    let order = variations.indices.map { (first + $0) % variations.count }.filter { $0 != index }
    let late = order.prefix { index in
      variations[index].audio.duration.map { place >= $0 } ?? false
    }
    guard let target = order.dropFirst(late.count).first else { return nil }
    if known == nil { reference = variations[index].findings.loudness }
    other = current
    let track = variations[target]
    let gain = reference.flatMap { reference in
      track.findings.loudness.map {
        min(EntryPlayback.gains.upperBound, max(EntryPlayback.gains.lowerBound, reference - $0))
      }
    }
    return Step(
      track: track, number: target + 1, count: variations.count, gain: gain,
      skipped: late.map { variations[$0] })
  }
}

internal import Music

/// Adds up the playing time of entries in sequence.
///
/// The end of an entry overlaps the next available one by its crossfade, but by no more than either
/// of them is long; entries whose files are missing are passed over.
struct PlayingTime: Sendable {
  private(set) var entries = 0
  private(set) var missing = 0
  private(set) var unknown = 0
  private(set) var microseconds: Int64 = 0
  /// The part of the last available entry that may overlap the next one.
  private var overlap: Int64 = 0

  private static let maximumCrossfade = EntryPlayback.maximumCrossfade.wholeMicroseconds

  mutating func add(_ entry: PlaylistEntry) {
    entries += 1
    if entry.isMissing {
      missing += 1
    } else if entry.isUnknown {
      unknown += 1
      overlap = 0
    } else {
      microseconds &+= entry.duration &- min(overlap, entry.duration)
      overlap = min(entry.duration, max(0, min(entry.crossfade, PlayingTime.maximumCrossfade)))
    }
  }

  var total: PlayTotal {
    PlayTotal(
      entries: entries, missing: missing, unknown: unknown, duration: .microseconds(microseconds))
  }

  /// The total of entries in the given order.
  static func total(_ entries: some Sequence<PlaylistEntry>) -> PlayTotal {
    var time = PlayingTime()
    for entry in entries { time.add(entry) }
    return time.total
  }
}

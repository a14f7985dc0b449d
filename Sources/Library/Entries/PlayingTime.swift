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
  /// The part of the first available entry that one before may overlap; nil where none is available.
  private var head: Int64?

  private static let maximumCrossfade = EntryPlayback.maximumCrossfade.wholeMicroseconds

  mutating func add(_ entry: PlaylistEntry) {
    entries += 1
    if entry.isMissing {
      missing += 1
    } else if entry.isUnknown {
      unknown += 1
      overlap = 0
      head = head ?? 0
    } else {
      microseconds &+= entry.duration &- min(overlap, entry.duration)
      overlap = min(entry.duration, max(0, min(entry.crossfade, PlayingTime.maximumCrossfade)))
      head = head ?? entry.duration
    }
  }

  /// Appends the playing time of the entries that follow.
  mutating func append(_ other: PlayingTime) {
    entries += other.entries
    missing += other.missing
    unknown += other.unknown
    microseconds &+= other.microseconds
    guard let next = other.head else { return }
    microseconds &-= min(overlap, next)
    overlap = other.overlap
    head = head ?? next
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

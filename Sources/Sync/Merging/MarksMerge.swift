package import Music

/// The merge of a track's counts, rating and favourite on both sides.
package struct MarksMerge: Equatable, Sendable {
  /// The marks of both sides afterwards.
  package var after: DeviceMarks
  /// The plays that the library has not counted yet.
  package var plays = 0
  /// Their known times.
  package var times: [Int64] = []
  /// Whether the device counts from 0 anew.
  package var wasReset = false
  package var conflicts: [(value: String, winner: SyncConflict.Winner)] = []

  /// The marks of both sides after the last sync.
  package struct Base: Equatable, Sendable {
    package var ours: DeviceMarks
    package var theirs: DeviceMarks

    package init(ours: DeviceMarks, theirs: DeviceMarks) {
      self.ours = ours
      self.theirs = theirs
    }
  }

  /// The bounds that tell times that can be believed from those of a clock that was wrong.
  package struct Clock: Equatable, Sendable {
    /// Unix times in seconds.
    package var now: Int64
    package var lastSync: Int64?

    package init(now: Int64, lastSync: Int64?) {
      self.now = now
      self.lastSync = lastSync
    }

    /// From 2001 to tomorrow.
    package func trusts(_ time: Int64) -> Bool {
      time >= 978_307_200 && time <= now.addingReportingOverflow(86_400).partialValue
    }
  }

  /// The most plays of a track that are believed.
  static let maximumPlays = 10_000_000
  /// Seconds by which two times of one play may differ.
  private static let sameTime: Int64 = 30

  /// - Parameters:
  ///   - base: nil before the first sync.
  ///   - heard: The plays that a log of the device tells beside its counters.
  ///   - counted: Times of plays that its counters have, the latest last.
  package init(
    ours: DeviceMarks, theirs: DeviceMarks, base: Base?, heard: [Int64?] = [],
    counted: [Int64] = [], clock: Clock
  ) {
    after = ours
    let count = min(max(0, theirs.plays), MarksMerge.maximumPlays)
    let played = theirs.lastPlayed.flatMap { clock.trusts($0) ? $0 : nil }
    if let base {
      let before = max(0, base.theirs.plays)
      if count >= before {
        plays = count - before
      } else {
        wasReset = true
        // All plays since then count; without a time of the last one nobody knows.
        if let played, let last = clock.lastSync, played > last { plays = count }
      }
    } else {
      plays = max(0, count - ours.plays)
    }
    let isNews = theirs.lastPlayed != base?.theirs.lastPlayed
    if isNews, let played, played > ours.lastPlayed ?? .min {
      after.lastPlayed = played
      if plays > 0, counted.isEmpty { times.append(played) }
    }
    times += counted.filter(clock.trusts).suffix(plays)
    add(heard, clock)
    after.plays = min(ours.plays, MarksMerge.maximumPlays * 10) + plays
    mergeRating(ours.rating, min(max(0, theirs.rating), 5), base)
    mergeFavorite(ours.isFavorite, theirs.isFavorite, base)
  }

  private mutating func add(_ heard: [Int64?], _ clock: Clock) {
    plays += heard.count
    for time in heard {
      guard let time, clock.trusts(time) else { continue }
      // The counter's last play may be one that the log tells, too.
      if let first = times.first, times.count == 1, abs(first - time) <= MarksMerge.sameTime {
        times[0] = time
      } else {
        times.append(time)
      }
      if time > after.lastPlayed ?? .min { after.lastPlayed = time }
    }
    times.sort()
  }

  private mutating func mergeRating(_ ours: Int, _ theirs: Int, _ base: Base?) {
    guard ours != theirs else { return }
    guard let base else {
      // A 0 says that the device has no rating, and not that the track deserves none.
      if theirs > 0 { after.rating = theirs }
      return
    }
    switch (ours != base.ours.rating, theirs != base.theirs.rating) {
    case (true, false): break
    case (false, true): after.rating = theirs
    case (true, true), (false, false):
      if theirs > 0 { after.rating = theirs }
      conflicts.append(("rating", theirs > 0 ? .device : .library))
    }
  }

  private mutating func mergeFavorite(_ ours: Bool, _ theirs: Bool, _ base: Base?) {
    guard ours != theirs else { return }
    guard let base else {
      after.isFavorite = true
      return
    }
    switch (ours != base.ours.isFavorite, theirs != base.theirs.isFavorite) {
    case (true, false): break
    case (false, true): after.isFavorite = theirs
    case (true, true), (false, false):
      after.isFavorite = true
      conflicts.append(("favourite", ours ? .library : .device))
    }
  }

  package static func == (left: MarksMerge, right: MarksMerge) -> Bool {
    left.after == right.after && left.plays == right.plays && left.times == right.times
      && left.wasReset == right.wasReset
      && left.conflicts.elementsEqual(right.conflicts) { $0 == $1 }
  }
}

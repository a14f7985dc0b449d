// Progress of one book on several clients. The newest change wins as a whole, in an order that is
// total, so that clients agree whatever the order of delivery.
extension BookProgress {
  /// How far, in milliseconds, the clock of another client may be ahead.
  package static let clockSkew: Int64 = 5 * 60 * 1_000

  /// The progress that two clients agree on.
  package func merged(with other: BookProgress) -> BookProgress {
    var winner = isOlder(than: other) ? other : self
    winner.started = [started, other.started].compactMap(\.self).min()
    return winner
  }

  /// Whether another progress replaces this one.
  package func isOlder(than other: BookProgress) -> Bool {
    if updated != other.updated { return updated < other.updated }
    // Changes of the same moment: nothing that was heard is lost.
    if place != other.place { return place < other.place }
    if isFinished != other.isFinished { return !isFinished }
    if isHidden != other.isHidden { return !isHidden }
    return (finished ?? .min) < (other.finished ?? .min)
  }

  /// Progress from another client, whose clock may be wrong: a change from the future counts as one
  /// of now, since it could never be replaced otherwise.
  ///
  /// - Parameter now: Unix time in milliseconds.
  package func received(at now: Int64) -> BookProgress {
    var progress = self
    progress.place = max(.zero, place)
    progress.updated = max(0, updated)
    let (latest, isBeyond) = now.addingReportingOverflow(BookProgress.clockSkew)
    if !isBeyond, progress.updated > latest { progress.updated = max(0, now) }
    return progress
  }

  /// The time of a change that follows this progress, also where the clock went back.
  ///
  /// - Parameter now: Unix time in milliseconds.
  package func nextUpdate(at now: Int64) -> Int64 {
    let (next, isBeyond) = updated.addingReportingOverflow(1)
    return max(now, isBeyond ? updated : next)
  }

  /// The progress after listening to a place.
  ///
  /// - Parameters:
  ///   - now: Unix time in milliseconds.
  ///   - total: The duration of the book.
  package func heard(
    to place: Duration, of total: Duration, at now: Int64, rules: BookRules = BookRules()
  ) -> BookProgress {
    var progress = self
    progress.place = max(.zero, place)
    progress.updated = nextUpdate(at: now)
    // Whoever listens wants to see the book again.
    progress.isHidden = false
    if progress.started == nil { progress.started = progress.updated }
    let isPast = rules.isFinished(at: place, of: total)
    // Only a place that crosses the line changes what the user may have said.
    if isPast != rules.isFinished(at: self.place, of: total), isPast != isFinished {
      progress.isFinished = isPast
      progress.finished = isPast ? progress.updated : nil
    }
    return progress
  }

  /// The progress after the user has said that the book is finished, or that it is not; the place
  /// stays.
  package func marked(finished: Bool, at now: Int64) -> BookProgress {
    guard finished != isFinished else { return self }
    var progress = self
    progress.updated = nextUpdate(at: now)
    progress.isFinished = finished
    progress.finished = finished ? progress.updated : nil
    return progress
  }
}

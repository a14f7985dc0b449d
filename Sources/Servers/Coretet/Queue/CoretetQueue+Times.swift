// The times at which changes are due.
extension CoretetQueue {
  /// The first change of each thing, in order: what follows it may not overtake it.
  private var heads: [Int] {
    var seen: Set<CoretetChange.Target> = []
    return waiting.indices.filter { seen.insert(waiting[$0].change.target).inserted }
  }

  /// The first of these that is due, found without a look at those behind it.
  func firstDue(_ now: Int64) -> Int? {
    var held: Set<CoretetChange.Target> = []
    for index in waiting.indices where !held.contains(waiting[index].change.target) {
      if waiting[index].time(now) <= now { return index }
      held.insert(waiting[index].change.target)
    }
    return nil
  }

  /// When the next attempt is due: `now` or later; nil where nothing waits.
  package func nextTime(now: Int64) -> Int64? {
    guard let first = heads.map({ waiting[$0].time(now) }).min() else { return nil }
    return max(first, pauseEnd(now))
  }

  /// The end of the pauses for all: `now` or later.
  func pauseEnd(_ now: Int64) -> Int64 {
    max(
      Self.future(pause.until, now, longest: Self.longestPause),
      Self.future(pause.asked, now, longest: Self.longestAsked))
  }

  /// A time that is still to come. One that is too far away is that of a clock that was wrong.
  static func future(_ time: Int64, _ now: Int64, longest: Int64) -> Int64 {
    (now...now + longest).contains(time) ? time : now
  }
}

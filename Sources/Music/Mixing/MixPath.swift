/// An order of tracks under improvement, with the costs of its steps in both directions.
///
/// Distances are asymmetric: a boost in one direction is a clash in the other.
struct MixPath {
  private(set) var order: [Int]
  private let points: [MixPoint]
  private let rules: MixRules
  private let isFirstKept: Bool
  private var places: [Int]
  /// The cost of the step to each index from the one before, and of the reverse.
  private var stepsOnwards: [Double]
  private var stepsBackwards: [Double]
  /// Prefix sums of the costs.
  private var onwards: [Double]
  private var backwards: [Double]
  /// Remaining changes to try: a bound on the time, but not by a clock, which would make orders
  /// differ from run to run.
  private var tries = MixPath.maximumTries
  private static let maximumTries = 1_500_000

  init(order: [Int], points: [MixPoint], isFirstKept: Bool, rules: MixRules) {
    (self.order, self.points, self.isFirstKept, self.rules) = (order, points, isFirstKept, rules)
    places = [Int](repeating: 0, count: order.count)
    stepsOnwards = [Double](repeating: 0, count: order.count)
    (stepsBackwards, onwards, backwards) = (stepsOnwards, stepsOnwards, stepsOnwards)
    measure(steps: Array(order.indices), from: 0, to: order.count - 1)
  }

  var length: Double { onwards.last ?? 0 }

  private func cost(_ from: Int, _ to: Int) -> Double {
    MixFit(from: points[from], to: points[to], rules: rules).distance
  }

  /// The cost of the step from an index to another's track; nothing at the ends.
  private func step(_ from: Int, _ to: Int) -> Double {
    from < 0 || to >= order.count ? 0 : cost(order[from], order[to])
  }

  /// Updates positions `first` to `last`, after a move, with the costs of new steps, and all sums.
  private mutating func measure(steps: [Int], from first: Int, to last: Int) {
    for position in first...last { places[order[position]] = position }
    for position in steps where position > 0 && position < order.count {
      let (before, here) = (order[position - 1], order[position])
      (stepsOnwards[position], stepsBackwards[position]) = (cost(before, here), cost(here, before))
    }
    for position in max(1, first)..<order.count {
      onwards[position] = onwards[position - 1] + stepsOnwards[position]
      backwards[position] = backwards[position - 1] + stepsBackwards[position]
    }
  }
}

extension Array {
  /// Moves a segment so that it begins at `start` afterwards.
  fileprivate mutating func move(_ stretch: Range<Int>, to start: Int) {
    let moved = Array(self[stretch])
    removeSubrange(stretch)
    insert(contentsOf: moved, at: start)
  }
}

extension MixPath {
  /// Tracks between two checks for cancellation.
  private static let pace = 64

  /// The nearest neighbours of each track, nearest first; nil when cancelled.
  func neighbours(_ count: Int = 8, goesOn: (Double) -> Bool) -> [[Int]]? {
    let circle = TempoCircle(points, rules: rules)
    var near: [[Int]] = []
    near.reserveCapacity(points.count)
    for track in points.indices {
      if track % MixPath.pace == 0, !goesOn(Double(track) / Double(points.count)) { return nil }
      near.append(circle.nearest(count, of: track) { min(cost($0, $1), cost($1, $0)) })
    }
    return near
  }

  /// The nearest-neighbour order from the first on; nil when cancelled.
  func nearestFirst(goesOn: (Double) -> Bool) -> [Int]? {
    var left = TempoCircle(points, rules: rules)
    var result = [0]
    while let next = left.nearest(1, of: result[result.count - 1], cost: cost).first {
      left.remove(result[result.count - 1])
      result.append(next)
      if result.count % MixPath.pace == 0,
        !goesOn(Double(result.count) / Double(points.count))
      {
        return nil
      }
    }
    return result
  }

  /// Reverses and moves segments until nothing improves, or the tries are used up; false when
  /// cancelled.
  mutating func improve(near: [[Int]], goesOn: (Double) -> Bool) -> Bool {
    var isBetter = true
    while isBetter, tries > 0 {
      isBetter = false
      for track in points.indices where tries > 0 {
        if track % MixPath.pace == 0,
          !goesOn(1 - Double(tries) / Double(MixPath.maximumTries))
        {
          return false
        }
        for other in near[track] where tries > 0 {
          tries -= 1
          if join(track, other) || join(other, track) { isBetter = true }
        }
      }
    }
    return true
  }

  /// Brings `second` behind `first` by reversing the segment between or by moving a few tracks.
  private mutating func join(_ first: Int, _ second: Int) -> Bool {
    turn(first, second) || move(second, behind: first)
  }

  private static let minimumGain = 1e-7

  private mutating func turn(_ first: Int, _ second: Int) -> Bool {
    let (from, to) = (places[first], places[second])
    let (low, high) = from < to ? (from + 1, to) : (to + 1, from)
    // Reversing low...high puts its end behind the index before it.
    guard low < high, !(isFirstKept && low == 0) else { return false }
    let inside = (backwards[high] - backwards[low]) - (onwards[high] - onwards[low])
    let gain =
      step(low - 1, low) + step(high, high + 1) - step(low - 1, high) - step(low, high + 1)
      - inside
    guard gain > MixPath.minimumGain else { return false }
    order[low...high].reverse()
    // The steps inside are the same, reversed.
    let inner = low + 1...high
    let onwards = Array(stepsOnwards[inner].reversed())
    stepsOnwards.replaceSubrange(inner, with: stepsBackwards[inner].reversed())
    stepsBackwards.replaceSubrange(inner, with: onwards)
    measure(steps: [low, high + 1], from: low, to: high)
    return true
  }

  private mutating func move(_ track: Int, behind target: Int) -> Bool {
    for count in 1...3 {
      let (start, position) = (places[track], places[target])
      let end = start + count
      guard end <= order.count, !(isFirstKept && start == 0) else { return false }
      guard position < start - 1 || position >= end else { continue }
      let removed =
        step(start - 1, start) + step(end - 1, end) + step(position, position + 1)
      let added = step(start - 1, end) + step(position, start) + step(end - 1, position + 1)
      guard removed - added > MixPath.minimumGain else { continue }
      let target = position < start ? position + 1 : position + 1 - count
      order.move(start..<end, to: target)
      stepsOnwards.move(start..<end, to: target)
      stepsBackwards.move(start..<end, to: target)
      measure(
        steps: [target, target + count, position < start ? end : start], from: min(start, target),
        to: max(end, target + count) - 1)
      return true
    }
    return false
  }
}

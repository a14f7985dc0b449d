/// An order of tracks that is being improved, with what its steps cost in both directions.
///
/// Distances are not the same both ways: a lift in one direction is a clash in the other.
struct MixPath {
  private(set) var order: [Int]
  private let points: [MixPoint]
  private let rules: MixRules
  private let isFirstKept: Bool
  private var places: [Int]
  /// What the step to each place from the one before costs, and the way back.
  private var stepsOnwards: [Double]
  private var stepsBackwards: [Double]
  /// Their sums up to each place.
  private var onwards: [Double]
  private var backwards: [Double]
  /// Changes that may still be tried: so that the time is bounded, and not by a clock, which would
  /// make orders differ from run to run.
  private var tries = 1_500_000

  init(order: [Int], points: [MixPoint], isFirstKept: Bool, rules: MixRules) {
    (self.order, self.points, self.isFirstKept, self.rules) = (order, points, isFirstKept, rules)
    places = [Int](repeating: 0, count: order.count)
    stepsOnwards = [Double](repeating: 0, count: order.count)
    (stepsBackwards, onwards, backwards) = (stepsOnwards, stepsOnwards, stepsOnwards)
    measure(from: 0, to: order.count - 1)
  }

  var length: Double { onwards.last ?? 0 }

  private func cost(_ from: Int, _ to: Int) -> Double {
    MixFit(from: points[from], to: points[to], rules: rules).distance
  }

  /// What the step from a place to another's track costs; nothing at the ends.
  private func step(_ from: Int, _ to: Int) -> Double {
    from < 0 || to >= order.count ? 0 : cost(order[from], order[to])
  }

  private mutating func measure(from first: Int, to last: Int) {
    for place in first...last { places[order[place]] = place }
    for place in max(1, first)..<min(order.count, last + 2) {
      let (before, here) = (order[place - 1], order[place])
      (stepsOnwards[place], stepsBackwards[place]) = (cost(before, here), cost(here, before))
    }
    for place in max(1, first)..<order.count {
      onwards[place] = onwards[place - 1] + stepsOnwards[place]
      backwards[place] = backwards[place - 1] + stepsBackwards[place]
    }
  }
}

extension MixPath {
  /// The nearest few of each track, nearest first.
  func neighbours(_ count: Int = 8) -> [[Int]] {
    points.indices.map { from in
      var nearest: [(cost: Double, track: Int)] = []
      for to in points.indices where to != from {
        let cost = min(self.cost(from, to), self.cost(to, from))
        if nearest.count == count, cost >= nearest[count - 1].cost { continue }
        let place = nearest.firstIndex { cost < $0.cost } ?? nearest.count
        nearest.insert((cost, to), at: place)
        if nearest.count > count { nearest.removeLast() }
      }
      return nearest.map { $0.track }
    }
  }

  /// From the first on always the nearest that is left.
  func nearestFirst() -> [Int] {
    var left = Array(points.indices.dropFirst())
    var result = [0]
    while !left.isEmpty {
      let from = result[result.count - 1]
      var (best, least) = (0, Double.infinity)
      for (place, to) in left.enumerated() {
        let cost = self.cost(from, to)
        // Of equals the one that came first.
        if cost < least || (cost == least && to < left[best]) { (best, least) = (place, cost) }
      }
      result.append(left[best])
      left[best] = left[left.count - 1]
      left.removeLast()
    }
    return result
  }

  /// Turns and moves stretches until nothing helps any more, or the tries are used up.
  mutating func improve(near: [[Int]]) {
    var isBetter = true
    while isBetter, tries > 0 {
      isBetter = false
      for track in points.indices where tries > 0 {
        for other in near[track] where tries > 0 {
          tries -= 1
          if join(track, other) || join(other, track) { isBetter = true }
        }
      }
    }
  }

  /// Brings `second` behind `first` by turning what lies between or by moving a few tracks.
  private mutating func join(_ first: Int, _ second: Int) -> Bool {
    turn(first, second) || move(second, behind: first)
  }

  private static let leastGain = 1e-7

  private mutating func turn(_ first: Int, _ second: Int) -> Bool {
    let (from, to) = (places[first], places[second])
    let (low, high) = from < to ? (from + 1, to) : (to + 1, from)
    // Turning low...high puts what was at its end behind what is before it.
    guard low < high, !(isFirstKept && low == 0) else { return false }
    let inside = (backwards[high] - backwards[low]) - (onwards[high] - onwards[low])
    let gain =
      step(low - 1, low) + step(high, high + 1) - step(low - 1, high) - step(low, high + 1)
      - inside
    guard gain > MixPath.leastGain else { return false }
    order[low...high].reverse()
    measure(from: low, to: high)
    return true
  }

  private mutating func move(_ track: Int, behind target: Int) -> Bool {
    for count in 1...3 {
      let (start, place) = (places[track], places[target])
      let end = start + count
      guard end <= order.count, !(isFirstKept && start == 0) else { return false }
      guard place < start - 1 || place >= end else { continue }
      let removed =
        step(start - 1, start) + step(end - 1, end) + step(place, place + 1)
      let added = step(start - 1, end) + step(place, start) + step(end - 1, place + 1)
      guard removed - added > MixPath.leastGain else { continue }
      let stretch = Array(order[start..<end])
      order.removeSubrange(start..<end)
      order.insert(contentsOf: stretch, at: place < start ? place + 1 : place + 1 - count)
      measure(from: max(0, min(start, place) - 1), to: max(end - 1, place))
      return true
    }
    return false
  }
}

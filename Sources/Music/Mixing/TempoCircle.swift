/// Points by where their tempo lies within an octave, since double and half of it go together, too:
/// those near to one of them are found without looking at all.
struct TempoCircle {
  private let points: [MixPoint]
  private let rules: MixRules
  /// Octaves, 0 to 1; 0 where the tempo is not known.
  private let places: [Double]
  private var isLeft: [Bool]
  /// Those whose tempo is known, in a circle by their places, and those of which it is not.
  private var following: [Int]
  private var preceding: [Int]
  private var known: Int
  private var unknown: [Int]

  init(_ points: [MixPoint], rules: MixRules) {
    self.points = points
    self.rules = rules
    let places = points.map { $0.octaves.map { $0 - $0.rounded(.down) } ?? 0 }
    self.places = places
    let circle = points.indices.filter { points[$0].octaves != nil }
      .sorted { (places[$0], $0) < (places[$1], $1) }
    unknown = points.indices.filter { points[$0].octaves == nil }
    isLeft = [Bool](repeating: true, count: points.count)
    (following, preceding) = (Array(points.indices), Array(points.indices))
    known = circle.count
    for (position, point) in circle.enumerated() {
      let next = circle[(position + 1) % circle.count]
      (following[point], preceding[next]) = (next, point)
    }
  }

  /// Takes a point out, so that it is near to nothing any more.
  mutating func remove(_ point: Int) {
    isLeft[point] = false
    guard points[point].octaves != nil else { return unknown.removeAll { $0 == point } }
    following[preceding[point]] = following[point]
    preceding[following[point]] = preceding[point]
    known -= 1
  }

  /// The nearest few others of a point that was not taken out, the nearest first; of equals the
  /// first one.
  func nearest(_ count: Int, of point: Int, cost: (Int, Int) -> Double) -> [Int] {
    var found = NearestPoints(count)
    guard points[point].octaves != nil else {
      // All tempi are as far from one that is not known.
      for other in points.indices where isLeft[other] && other != point {
        found.relax(other, cost(point, other))
      }
      return found.points
    }
    // To both sides at once, as long as the tempo alone is not further than what was found.
    var (before, after) = (preceding[point], following[point])
    for _ in 1..<max(1, known) {
      let (down, up) = (step(from: before, to: point), step(from: point, to: after))
      guard MixFit.least(octaves: min(down, up), rules: rules) <= found.limit else { break }
      if up <= down {
        found.relax(after, cost(point, after))
        after = following[after]
      } else {
        found.relax(before, cost(point, before))
        before = preceding[before]
      }
    }
    guard MixFit.unknownTempo <= found.limit else { return found.points }
    for other in unknown { found.relax(other, cost(point, other)) }
    return found.points
  }

  /// Octaves upwards around the circle.
  private func step(from: Int, to: Int) -> Double {
    let step = places[to] - places[from]
    return step < 0 ? step + 1 : step
  }
}

/// The few of many that cost least.
struct NearestPoints {
  private let count: Int
  private var found: [(cost: Double, point: Int)] = []

  init(_ count: Int) { self.count = count }

  var points: [Int] { found.map(\.point) }

  /// What costs more need not be looked at.
  var limit: Double { found.count == count ? found[count - 1].cost : .infinity }

  mutating func relax(_ point: Int, _ cost: Double) {
    guard cost <= limit else { return }
    let position = found.firstIndex { (cost, point) < ($0.cost, $0.point) } ?? found.count
    guard position < count else { return }
    if found.count == count { found.removeLast() }
    found.insert((cost, point), at: position)
  }
}

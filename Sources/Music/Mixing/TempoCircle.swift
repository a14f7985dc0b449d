/// Points by their tempo within an octave, since double and half tempos fit, too: neighbours of a
/// point are found without a full search.
struct TempoCircle {
  private let points: [MixPoint]
  private let rules: MixRules
  /// Octaves, 0 to 1; 0 where the tempo is unknown.
  private let places: [Double]
  private var isLeft: [Bool]
  /// Points of known tempo as a circular list, and those of unknown tempo.
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

  /// Removes a point, so that it is nobody's neighbour any more.
  mutating func remove(_ point: Int) {
    isLeft[point] = false
    guard points[point].octaves != nil else { return unknown.removeAll { $0 == point } }
    following[preceding[point]] = following[point]
    preceding[following[point]] = preceding[point]
    known -= 1
  }

  /// The nearest others of a point still present, the nearest first; of equals the first one.
  func nearest(_ count: Int, of point: Int, cost: (Int, Int) -> Double) -> [Int] {
    var found = NearestPoints(count)
    guard points[point].octaves != nil else {
      // An unknown tempo is equally far from all.
      for other in points.indices where isLeft[other] && other != point {
        found.relax(other, cost(point, other))
      }
      return found.points
    }
    // In both directions at once, while the tempo alone is not further than the best found.
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

/// The points of lowest cost among many.
struct NearestPoints {
  private let count: Int
  private var found: [(cost: Double, point: Int)] = []

  init(_ count: Int) { self.count = count }

  var points: [Int] { found.map(\.point) }

  /// The cost from which on a point can be skipped.
  var limit: Double { found.count == count ? found[count - 1].cost : .infinity }

  mutating func relax(_ point: Int, _ cost: Double) {
    guard cost <= limit else { return }
    let position = found.firstIndex { (cost, point) < ($0.cost, $0.point) } ?? found.count
    guard position < count else { return }
    if found.count == count { found.removeLast() }
    found.insert((cost, point), at: position)
  }
}

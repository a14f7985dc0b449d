/// Orders of tracks with smooth transitions.
package enum MixOrder {
  /// More are arranged in batches of this many.
  package static let maximumAtOnce = 5_000

  /// The sum of the distances between neighbours.
  package static func distance(of points: [MixPoint], rules: MixRules = MixRules()) -> Double {
    zip(points, points.dropFirst()).reduce(0) {
      $0 + MixFit(from: $1.0, to: $1.1, rules: rules).distance
    }
  }

  /// Indices of the points in an order with a small sum of distances, never larger than that of the
  /// given order.
  ///
  /// Nearest neighbour first, then segments are reversed and moved while that helps (2-opt and
  /// Or-opt: Lin 1965, Or 1976). The same points give the same order; the work is bounded.
  /// - Parameter keepingFirst: Whether the first stays the first.
  package static func arrange(
    _ points: [MixPoint], keepingFirst: Bool = true, rules: MixRules = MixRules()
  ) -> [Int] {
    arrange(points, keepingFirst: keepingFirst, rules: rules) { _ in true }
      ?? Array(points.indices)
  }

  /// As above, with checks for cancellation; nil when cancelled.
  ///
  /// - Parameter goesOn: Called with the fraction done, 0 to 1 and never less than before.
  package static func arrange(
    _ points: [MixPoint], keepingFirst: Bool = true, rules: MixRules = MixRules(),
    goesOn: (Double) -> Bool
  ) -> [Int]? {
    guard points.count > 2 else {
      guard points.count == 2, !keepingFirst,
        distance(of: points.reversed(), rules: rules) < distance(of: points, rules: rules)
      else { return Array(points.indices) }
      return [1, 0]
    }
    guard points.count <= maximumAtOnce else {
      return arrangeInStretches(points, keepingFirst: keepingFirst, rules: rules, goesOn: goesOn)
    }
    var given = MixPath(
      order: Array(points.indices), points: points, isFirstKept: keepingFirst, rules: rules)
    guard let near = given.neighbours(goesOn: { goesOn(0.5 * $0) }),
      let order = given.nearestFirst(goesOn: { goesOn(0.5 + 0.1 * $0) })
    else { return nil }
    var nearest = MixPath(order: order, points: points, isFirstKept: keepingFirst, rules: rules)
    guard nearest.improve(near: near, goesOn: { goesOn(0.6 + 0.2 * $0) }) else { return nil }
    // Thousands in random order never come out better than the nearest-neighbour order.
    if points.count <= fewEnough || given.length < 2 * nearest.length {
      guard given.improve(near: near, goesOn: { goesOn(0.8 + 0.2 * $0) }) else { return nil }
    }
    let result = nearest.length < given.length - 1e-9 ? nearest.order : given.order
    let arranged = distance(of: result.map { points[$0] }, rules: rules)
    // Rounding of sums depends on their order.
    return arranged <= distance(of: points, rules: rules) ? result : Array(points.indices)
  }

  /// So many are fast, whatever their order.
  private static let fewEnough = 500

  private static func arrangeInStretches(
    _ points: [MixPoint], keepingFirst: Bool, rules: MixRules, goesOn: (Double) -> Bool
  ) -> [Int]? {
    var order: [Int] = []
    for start in stride(from: 0, to: points.count, by: maximumAtOnce) {
      let stretch = Array(points[start..<min(points.count, start + maximumAtOnce)])
      let arranged = arrange(stretch, keepingFirst: keepingFirst || start > 0, rules: rules) {
        goesOn((Double(start) + $0 * Double(stretch.count)) / Double(points.count))
      }
      guard let arranged else { return nil }
      order += arranged.map { $0 + start }
    }
    let result = order.map { points[$0] }
    return distance(of: result, rules: rules) <= distance(of: points, rules: rules)
      ? order : Array(points.indices)
  }
}

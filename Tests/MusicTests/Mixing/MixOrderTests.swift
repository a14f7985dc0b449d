import Testing

@testable import Music

@Suite struct MixOrderTests {
  private func points(_ count: Int, seed: UInt64) -> [MixPoint] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      MixPoint(
        bpm: Int.random(in: 0..<20, using: &generator) == 0
          ? nil : Double.random(in: 84...178, using: &generator),
        key: MusicalKey(number: UInt8.random(in: 0...24, using: &generator)),
        tuning: Double.random(in: -8...8, using: &generator),
        energy: Int.random(in: 1...10, using: &generator))
    }
  }

  private func length(_ points: [MixPoint], _ order: [Int]) -> Double {
    MixOrder.distance(of: order.map { points[$0] })
  }

  @Test(
    "an arrangement holds every entry once, keeps the first and is never longer",
    arguments: 1...12 as ClosedRange<UInt64>)
  func permutations(seed: UInt64) {
    let points = points(Int(seed) * 7 - 6, seed: seed)
    for keepingFirst in [true, false] {
      let order = MixOrder.arrange(points, keepingFirst: keepingFirst)
      #expect(order.sorted() == Array(points.indices))
      #expect(length(points, order) <= length(points, Array(points.indices)))
      if keepingFirst { #expect(order.first == 0) }
      #expect(order == MixOrder.arrange(points, keepingFirst: keepingFirst))
    }
  }

  @Test("of six entries hardly any order is shorter", arguments: 1...8 as ClosedRange<UInt64>)
  func nearlyShortest(seed: UInt64) {
    let points = points(6, seed: seed)
    var all: [[Int]] = [[0]]
    for _ in 1..<6 {
      all = all.flatMap { start in (1..<6).filter { !start.contains($0) }.map { start + [$0] } }
    }
    let lengths = all.map { length(points, $0) }.sorted()
    let found = length(points, MixOrder.arrange(points))
    #expect(found >= lengths[0] - 1e-9)
    #expect(found <= lengths[0] * 1.1 + 1e-9, "shortest \(lengths[0])")
  }

  @Test("a set that was shuffled comes back as the ramp that it was")
  func ramp() {
    let ramp = (0..<40).map { MixPoint(bpm: 118 + 0.4 * Double($0), energy: 5) }
    var generator = SeededGenerator(seed: 3)
    let shuffled = [ramp[0]] + ramp.dropFirst().shuffled(using: &generator)
    let order = MixOrder.arrange(shuffled)
    #expect(order.map { shuffled[$0] } == ramp)
  }

  @Test("what is best already stays")
  func untouched() {
    let ramp = (0..<30).map { MixPoint(bpm: 120 + 0.5 * Double($0)) }
    #expect(MixOrder.arrange(ramp) == Array(ramp.indices))
    #expect(MixOrder.arrange([]) == [])
    #expect(MixOrder.arrange([MixPoint()]) == [0])
    #expect(MixOrder.arrange([MixPoint(bpm: 120), MixPoint(bpm: 100)]) == [0, 1])
  }

  @Test("tracks of which nothing is known keep to the order they have")
  func unknown() {
    let points = [MixPoint](repeating: MixPoint(), count: 50)
    #expect(MixOrder.arrange(points) == Array(points.indices))
  }

  @Test(
    "the nearest are those that looking at all of them finds",
    arguments: 1...3 as ClosedRange<UInt64>)
  func nearest(seed: UInt64) {
    var points = points(120, seed: seed)
    // Many tracks of one tempo, and of its double and half.
    for index in 0..<30 { points[index] = MixPoint(bpm: [64, 128, 256][index % 3], energy: 5) }
    let rules = MixRules(pitchRange: seed.isMultiple(of: 2) ? 0.08 : 0.002)
    func cost(_ from: Int, _ to: Int) -> Double {
      MixFit(from: points[from], to: points[to], rules: rules).distance
    }
    var circle = TempoCircle(points, rules: rules)
    var left = Array(points.indices)
    while left.count > 1 {
      for point in left {
        let all = left.filter { $0 != point }.sorted {
          (cost(point, $0), $0) < (cost(point, $1), $1)
        }
        #expect(circle.nearest(5, of: point, cost: cost) == Array(all.prefix(5)))
      }
      let gone = left.remove(at: left.count / 3)
      circle.remove(gone)
      for _ in 0..<min(20, left.count - 1) { circle.remove(left.removeLast()) }
    }
  }

  @Test("many get the same order each time, say how far it is, and stop when they should")
  func progress() {
    let points = points(700, seed: 5)
    var parts: [Double] = []
    let order = MixOrder.arrange(points) {
      parts.append($0)
      return true
    }
    #expect(order == MixOrder.arrange(points))
    #expect(order?.sorted() == Array(points.indices))
    #expect(parts.count > 30 && parts == parts.sorted())
    #expect(parts.allSatisfy { (0...1).contains($0) })
    #expect(length(points, order ?? []) < length(points, Array(points.indices)) / 3)
    for most in [1, parts.count / 2, parts.count - 1] {
      var count = 0
      let stopped = MixOrder.arrange(points) { _ in
        count += 1
        return count < most
      }
      #expect(stopped == nil)
      #expect(count == most)
    }
  }

  @Test("what is nearly in order is improved, and not begun anew")
  func nearlyInOrder() {
    let ramp = (0..<600).map { MixPoint(bpm: 90 + 0.1 * Double($0), energy: 5) }
    var points = ramp
    points.swapAt(100, 101)
    let order = MixOrder.arrange(points)
    #expect(length(points, order) <= length(ramp, Array(ramp.indices)) + 1e-9)
  }

  @Test("hundreds of entries come out at less than a third of the way")
  func many() {
    let points = points(400, seed: 77)
    let order = MixOrder.arrange(points)
    #expect(order.sorted() == Array(points.indices))
    #expect(length(points, order) < length(points, Array(points.indices)) / 3)
  }
}

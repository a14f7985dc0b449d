/// Voice leading: chords stay near those before them, as on a keyboard.
struct Voicing {
  /// MIDI note at the centre of the chords.
  let center: Int
  private var previous: [Int]?

  init(center: Int) { self.center = center }

  /// MIDI notes of a chord, rising: the inversion with the least movement.
  mutating func notes(root: Int, intervals: [Int]) -> [Int] {
    let before = previous ?? intervals.map { _ in center }
    var best: (cost: Double, notes: [Int])?
    for inversion in intervals.indices {
      let raised = intervals.enumerated().map { index, interval in
        root + interval + (index < inversion ? 12 : 0)
      }
      let octaves = ((Double(center) - Self.mean(raised)) / 12).rounded()
      let notes = raised.map { $0 + 12 * Int(octaves) }.sorted()
      let motion = notes.reduce(0) { sum, note in
        sum + (before.map { abs($0 - note) }.min() ?? 0)
      }
      let cost = Double(motion) + 0.3 * abs(Self.mean(notes) - Double(center))
      if best.map({ cost < $0.cost }) ?? true { best = (cost, notes) }
    }
    let notes = best?.notes ?? []
    previous = notes
    return notes
  }

  private static func mean(_ notes: [Int]) -> Double {
    Double(notes.reduce(0, +)) / Double(max(1, notes.count))
  }
}

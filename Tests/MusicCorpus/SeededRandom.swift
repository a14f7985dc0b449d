internal import Music

/// Random numbers of a composer: all are derived from integers by our own code, so that a seed
/// gives the same music with every version of Swift.
struct SeededRandom {
  private var generator: SeededGenerator

  /// A separate sequence for each purpose, so that draws for one do not shift another.
  init(_ purpose: String, seed: Int, number: Int) {
    // FNV-1a.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in "\(purpose) \(seed) \(number)".utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    generator = SeededGenerator(seed: hash)
  }

  /// From 0 to below 1.
  mutating func fraction() -> Double { Double(generator.next() >> 11) * 0x1p-53 }

  mutating func value(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + fraction() * (range.upperBound - range.lowerBound)
  }

  mutating func whole(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(fraction() * Double(range.count))
  }

  /// True with this probability.
  mutating func happens(_ share: Double) -> Bool { fraction() < share }

  mutating func one<Choice>(of choices: [Choice]) -> Choice {
    choices[whole(in: 0...(choices.count - 1))]
  }

  /// Roughly normal, as the sum of twelve draws, cut off at three times the deviation.
  mutating func bell(_ deviation: Double) -> Double {
    let sum = (0..<12).reduce(into: -6.0) { sum, _ in sum += fraction() }
    return max(-3, min(3, sum)) * deviation
  }

  mutating func shuffled<Choice>(_ choices: [Choice]) -> [Choice] {
    var rest = choices
    for index in rest.indices.dropFirst().reversed() {
      rest.swapAt(index, whole(in: 0...index))
    }
    return rest
  }
}

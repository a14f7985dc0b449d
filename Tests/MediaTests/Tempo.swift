/// The tempo of a track by the autocorrelation of its onsets.
enum Tempo {
  /// Beats per minute from 75 to 180; of several candidates, the best over eight beats.
  static func measure(_ samples: [Int16], sampleRate: Double) -> Double {
    let hop = 256
    let onsets = onsets(samples, hop: hop)
    func similarity(lag: Double) -> Float {
      let whole = Int(lag)
      guard whole + 1 < onsets.count else { return 0 }
      var sums = (Float(0), Float(0))
      for index in 0..<(onsets.count - whole - 1) {
        sums.0 += onsets[index] * onsets[index + whole]
        sums.1 += onsets[index] * onsets[index + whole + 1]
      }
      let rest = Float(lag - Double(whole))
      return sums.0 * (1 - rest) + sums.1 * rest
    }
    let candidates = stride(from: 75.0, to: 180, by: 0.5)
    let scored = candidates.map { tempo in
      let beat = 60 / tempo * sampleRate / Double(hop)
      let score = [1.0, 2, 4, 8].reduce(Float(0)) { $0 + similarity(lag: beat * $1) }
      return (tempo: tempo, score: score)
    }
    return scored.max { $0.score < $1.score }?.tempo ?? 0
  }

  /// The rise in loudness of each hop over the one before, mean removed.
  private static func onsets(_ samples: [Int16], hop: Int) -> [Float] {
    let levels = stride(from: 0, to: samples.count - 2 * hop, by: 2 * hop).map { start in
      var sum: Float = 1
      var index = start
      while index < start + 2 * hop {
        sum += abs(Float(samples[index]))
        index += 2
      }
      return sum.squareRoot()
    }
    let rises = zip(levels, levels.dropFirst()).map { max(0, $1 - $0) }
    let mean = rises.reduce(0, +) / Float(max(1, rises.count))
    return rises.map { $0 - mean }
  }
}

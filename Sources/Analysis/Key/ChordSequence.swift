import Glibc

/// Which of the 24 triads sound, frame by frame.
///
/// It tells what the tones alone do not: A minor and C major share theirs, not their chords.
struct ChordSequence {
  /// How much each triad sounds in a frame: twelve major ones from C, twelve minor ones.
  private(set) var frames: [[Float]] = []
  /// The mean likeness of frames to their best triad, 0 to 1.
  private(set) var likeness: Float = 0

  init(of chroma: Chromagram) {
    let triads = ChordSequence.triads
    let tones = chroma.frames
    var weightOfAll: Float = 0
    frames.reserveCapacity(tones.count)
    for number in tones.indices {
      let around =
        tones[max(0, number - 1)] + tones[number] + tones[min(tones.count - 1, number + 1)]
      var likes = [Float](repeating: 0, count: 24)
      if around.sum() > 0 {
        let roots = (around / 3).squareRoot()
        var centred = roots - roots.sum() / 12
        for unused in 12..<16 { centred[unused] = 0 }
        centred /= (centred * centred).sum().squareRoot() + 1e-9
        for triad in 0..<24 { likes[triad] = (centred * triads[triad]).sum() }
      }
      let best = likes.max() ?? 0
      weightOfAll += max(0, best)
      frames.append(best > 0 ? ChordSequence.sharpened(likes, best: best) : [])
    }
    likeness = weightOfAll / Float(max(1, tones.count))
  }

  private static func sharpened(_ likes: [Float], best: Float) -> [Float] {
    let weights = likes.map { exp(12 * ($0 - best)) }
    let scale = best / weights.reduce(0, +)
    return weights.map { $0 * scale }
  }

  /// How much of the track is each triad, of sum 1.
  var shares: [Float] {
    var shares = [Float](repeating: 0, count: 24)
    for frame in frames where !frame.isEmpty {
      for triad in 0..<24 { shares[triad] += frame[triad] }
    }
    let total = shares.reduce(0, +) + 1e-9
    return shares.map { $0 / total }
  }

  /// How much of what follows upon another triad each pair is: 24 rows of those that come first,
  /// each of 24 that come after; of sum 1, or 0 where nothing follows.
  ///
  /// Where a chord leads tells which of the chords is home, even if it sounds less than others.
  var successions: [Float] {
    var sum = [Float](repeating: 0, count: 24 * 24)
    for distance in ChordSequence.distances {
      let part = successions(distance)
      let total = part.reduce(0, +) + 1e-9
      for place in sum.indices {
        sum[place] += part[place] / total / Float(ChordSequence.distances.count)
      }
    }
    return sum
  }

  /// Frames from a chord to the next: 1.1 and 2.2 s, which is half a bar to a bar.
  private static let distances = [3, 6]

  private func successions(_ distance: Int) -> [Float] {
    var sum = [Float](repeating: 0, count: 24 * 24)
    for number in frames.indices.dropFirst(distance) {
      let (first, second) = (frames[number - distance], frames[number])
      guard !first.isEmpty, !second.isEmpty else { continue }
      for from in 0..<24 where first[from] > 1e-4 {
        for into in 0..<24 where into != from {
          sum[from * 24 + into] += first[from] * second[into]
        }
      }
    }
    return sum
  }

  /// Root 1, third 0.8, fifth 0.9, without their mean, of length 1.
  private static let triads: [SIMD16<Float>] = (0..<24).map { number in
    let (root, third) = (number % 12, number < 12 ? 4 : 3)
    var tones = SIMD16<Float>.zero
    tones[root] = 1
    tones[(root + third) % 12] = 0.8
    tones[(root + 7) % 12] = 0.9
    let mean = tones.sum() / 12
    for tone in 0..<12 { tones[tone] -= mean }
    return tones / (tones * tones).sum().squareRoot()
  }
}

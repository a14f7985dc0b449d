import Glibc

/// How much of a track each of the 24 triads sounds.
///
/// It tells what the tones alone do not: A minor and C major share theirs, not their chords.
struct ChordHistogram {
  /// Twelve major triads from C, twelve minor, of sum 1.
  private(set) var shares = [Float](repeating: 0, count: 24)
  /// The mean likeness of frames to their best triad, 0 to 1.
  private(set) var likeness: Float = 0

  init(of chroma: Chromagram) {
    let triads = ChordHistogram.triads
    let frames = chroma.frames
    var weightOfAll: Float = 0
    for number in frames.indices {
      let around =
        frames[max(0, number - 1)] + frames[number]
        + frames[min(frames.count - 1, number + 1)]
      guard around.sum() > 0 else { continue }
      let tones = (around / 3).squareRoot()
      var centred = tones - tones.sum() / 12
      for unused in 12..<16 { centred[unused] = 0 }
      centred /= (centred * centred).sum().squareRoot() + 1e-9
      var likes = [Float](repeating: 0, count: 24)
      for triad in 0..<24 { likes[triad] = (centred * triads[triad]).sum() }
      let best = likes.max() ?? 0
      guard best > 0 else { continue }
      let weights = likes.map { exp(12 * ($0 - best)) }
      let scale = best / weights.reduce(0, +)
      for triad in 0..<24 { shares[triad] += weights[triad] * scale }
      weightOfAll += best
    }
    likeness = weightOfAll / Float(max(1, frames.count))
    let total = shares.reduce(0, +) + 1e-9
    for triad in 0..<24 { shares[triad] /= total }
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

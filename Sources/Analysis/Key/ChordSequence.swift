import Glibc

/// The strengths of the 24 triads, frame by frame, and of seventh chords in all.
///
/// Chords tell more than tones: A minor and C major share their tones, not their chords.
struct ChordSequence {
  /// The strength of each triad in a frame: twelve major ones from C, twelve minor ones.
  private(set) var frames: [[Float]] = []
  /// The mean likeness of frames to their best triad, 0 to 1.
  private(set) var likeness: Float = 0
  /// The share of each seventh chord in the track, in competition with triads: dominant ones from
  /// C, minor ones, major ones; of sum 1 together with the triads.
  private(set) var sevenths = [Float](repeating: 0, count: 36)

  init(of chroma: Chromagram) {
    let chords = ChordSequence.chords
    let tones = chroma.frames
    var (weightOfTriads, weightOfAll): (Float, Float) = (0, 0)
    frames.reserveCapacity(tones.count)
    for number in tones.indices {
      let around =
        tones[max(0, number - 1)] + tones[number] + tones[min(tones.count - 1, number + 1)]
      var likes = [Float](repeating: 0, count: chords.count)
      if around.sum() > 0 {
        let roots = (around / 3).squareRoot()
        var centred = roots - roots.sum() / 12
        for unused in 12..<16 { centred[unused] = 0 }
        centred /= (centred * centred).sum().squareRoot() + 1e-9
        for chord in chords.indices { likes[chord] = (centred * chords[chord]).sum() }
      }
      let best = likes[..<24].max() ?? 0
      weightOfTriads += max(0, best)
      frames.append(best > 0 ? ChordSequence.sharpened(likes[..<24], best: best) : [])
      let bestOfAll = likes.max() ?? 0
      guard bestOfAll > 0 else { continue }
      weightOfAll += bestOfAll
      let all = ChordSequence.sharpened(likes[...], best: bestOfAll)
      for seventh in sevenths.indices { sevenths[seventh] += all[24 + seventh] }
    }
    likeness = weightOfTriads / Float(max(1, tones.count))
    for seventh in sevenths.indices { sevenths[seventh] /= weightOfAll + 1e-9 }
  }

  private static func sharpened(_ likes: ArraySlice<Float>, best: Float) -> [Float] {
    let weights = likes.map { exp(20 * ($0 - best)) }
    let scale = best / weights.reduce(0, +)
    return weights.map { $0 * scale }
  }

  /// The share of each triad in the track, of sum 1.
  var shares: [Float] {
    var shares = [Float](repeating: 0, count: 24)
    for frame in frames where !frame.isEmpty {
      for triad in 0..<24 { shares[triad] += frame[triad] }
    }
    let total = shares.reduce(0, +) + 1e-9
    return shares.map { $0 / total }
  }

  /// The share of each chord change: 24 rows of first triads, each of 24 second triads; of sum 1,
  /// or 0 without changes.
  ///
  /// Chord changes tell the tonic chord, even if it sounds less than others.
  var successions: [Float] {
    var sum = [Float](repeating: 0, count: 24 * 24)
    for distance in ChordSequence.distances {
      let part = successions(distance)
      let total = part.reduce(0, +) + 1e-9
      for index in sum.indices {
        sum[index] += part[index] / total / Float(ChordSequence.distances.count)
      }
    }
    return sum
  }

  /// Frames from a chord to the next: 1.1 and 2.2 s, half a bar to a bar.
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

  /// Twelve of each kind from C; root 1, third 0.8, fifth 0.9, seventh 0.7, without their mean, of
  /// length 1.
  private static let chords: [SIMD16<Float>] = kinds.flatMap { third, seventh in
    (0..<12).map { root in
      var tones = SIMD16<Float>.zero
      tones[root] = 1
      tones[(root + third) % 12] = 0.8
      tones[(root + 7) % 12] = 0.9
      if let seventh { tones[(root + seventh) % 12] = 0.7 }
      let mean = tones.sum() / 12
      for tone in 0..<12 { tones[tone] -= mean }
      return tones / (tones * tones).sum().squareRoot()
    }
  }

  /// Semitones above the root: major and minor triads, then dominant, minor and major sevenths.
  private static let kinds: [(third: Int, seventh: Int?)] = [
    (4, nil), (3, nil), (4, 10), (3, 10), (4, 11),
  ]
}

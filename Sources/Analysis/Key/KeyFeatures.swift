/// The features for estimating a track's key.
package struct KeyFeatures: Equatable, Sendable {
  /// The number of features scored per key.
  package static let count = 156

  /// Roots of shares: the twelve pitch classes from C of the whole spectrum, of the bass, of major
  /// triads by their roots, of minor triads.
  package let values: [Float]
  /// Roots of shares: the chord changes from each of the 24 triads to each other one.
  package let successions: [Float]
  /// Roots of shares: the 24 triads at phrase starts.
  package let phraseStarts: [Float]
  /// Roots of shares: the 36 seventh chords.
  package let sevenths: [Float]
  /// The deviation of A from 440 Hz, -50 to 50 cents.
  package let tuning: Double
  /// How well the peaks fit one tuning, 0 to 1; noise and drums do not.
  package let coherence: Double
  /// The mean likeness of the sound to triads, 0 to 1.
  package let likeness: Double
  /// The deviation of a frame's tones from equal strength, 0 to 1.
  package let focus: Double
  /// The likeness of the tones to those 1.5 s later, without shared samples, 0 to 1.
  package let steadiness: Double
  /// Frames that are not silent.
  package let frames: Int
  /// The mean number of peaks per frame.
  package let density: Double

  /// Nil for near silence.
  init?(of peaks: PeakStore) {
    let sounding = peaks.frames.count { $0.highest > 0 }
    guard sounding >= 4 else { return nil }
    let tuning = PeakTuning(of: peaks)
    // 55 to 1 800 Hz and 40 to 190 Hz.
    let all = Chromagram(of: peaks, notes: 33..<93.39, tuning: tuning.cents)
    let bass = Chromagram(of: peaks, notes: 27.49..<54.46, tuning: tuning.cents)
    let chords = ChordSequence(of: all)
    let shares =
      (0..<12).map { all.total[$0] } + (0..<12).map { bass.total[$0] } + chords.shares
    values = shares.map { $0.squareRoot() }
    successions = chords.successions.map { $0.squareRoot() }
    let phrases = ChordPhrases(of: chords, from: all.start, shares: chords.shares)
    phraseStarts = phrases.starts.map { $0.squareRoot() }
    sevenths = chords.sevenths.map { $0.squareRoot() }
    self.tuning = tuning.cents
    coherence = tuning.coherence
    likeness = Double(chords.likeness)
    frames = sounding
    density = Double(peaks.pitches.count) / Double(sounding)
    (focus, steadiness) = KeyFeatures.shape(of: all)
  }

  /// The features of one key, twelve major ones from C and twelve minor ones: the values from its
  /// tonic upwards, then the chord changes to its tonic chord and from it, major chords and minor
  /// ones, then the triads at phrase starts and the seventh chords.
  package func evidence(forKey number: Int) -> [Float] {
    let tonic = number % 12
    var evidence: [Float] = []
    evidence.reserveCapacity(KeyFeatures.count)
    for kind in 0..<4 {
      for step in 0..<12 { evidence.append(values[kind * 12 + (step + tonic) % 12]) }
    }
    let others = [0, 12].flatMap { kind in (0..<12).map { kind + ($0 + tonic) % 12 } }
    evidence += others.map { successions[$0 * 24 + number] }
    evidence += others.map { successions[number * 24 + $0] }
    evidence += others.map { phraseStarts[$0] }
    for kind in 0..<3 {
      for step in 0..<12 { evidence.append(sevenths[kind * 12 + (step + tonic) % 12]) }
    }
    return evidence
  }

  private static func shape(of chroma: Chromagram) -> (focus: Double, steadiness: Double) {
    var (focus, steadiness, weight, pairs) = (0.0, 0.0, 0.0, 0.0)
    let lengths = chroma.frames.map { ($0 * $0).sum().squareRoot() }
    for (number, frame) in chroma.frames.enumerated() where lengths[number] > 0 {
      let sum = Double(frame.sum())
      focus += Double(lengths[number] * lengths[number]) / sum
      weight += sum
      guard number >= 4, lengths[number - 4] > 0 else { continue }
      let product = (frame * chroma.frames[number - 4]).sum()
      steadiness += Double(product / (lengths[number] * lengths[number - 4]))
      pairs += 1
    }
    return (focus / max(weight, 1e-9), steadiness / max(pairs, 1))
  }
}

import Glibc

/// The strength of each of the twelve pitch classes, frame by frame.
struct Chromagram {
  private(set) var frames: [SIMD16<Float>]

  /// Sums the peaks between two MIDI notes, shifted by `tuning`; the weight of a peak falls with
  /// its distance from the note.
  ///
  /// Each note counts by the root of its strength, so that a loud bass or melody does not hide the
  /// third of the chord above it.
  init(of peaks: PeakStore, notes: Range<Double>, tuning: Double) {
    let units = PeakStore.unitsPerNote
    let lowest = Int((notes.lowerBound - PeakStore.lowestNote) * Double(units))
    let highest = Int((notes.upperBound - PeakStore.lowestNote) * Double(units))
    // The note C-1 in units, low enough that nothing is negative.
    let offset = Int(PeakStore.lowestNote) * units - Int((tuning * 8).rounded()) + units / 2
    let nearness = (0..<units).map { unit in
      let distance = cos(Double.pi * (Double(unit) / Double(units) - 0.5))
      return Float(distance * distance)
    }
    frames = [SIMD16<Float>](repeating: .zero, count: peaks.frames.count)
    var strengths = [Float](repeating: 0, count: Chromagram.allNotes)
    for number in frames.indices {
      for index in peaks.range(ofFrame: number) {
        let pitch = Int(peaks.pitches[index])
        guard pitch >= lowest, pitch < highest else { continue }
        let (note, unit) = (pitch + offset).quotientAndRemainder(dividingBy: units)
        strengths[note] += nearness[unit] * Float(peaks.fractions[index])
      }
      var tones = SIMD16<Float>.zero
      for note in strengths.indices where strengths[note] > 0 {
        tones[note % 12] += strengths[note].squareRoot()
        strengths[note] = 0
      }
      frames[number] = tones * (peaks.frames[number].highest / 65_535).squareRoot()
    }
    normalize()
  }

  /// The range of notes from C-1 on that a 16-bit pitch can round to.
  private static let allNotes = 128

  /// Every frame has the same weight, except those more than 26 dB quieter than the loudest.
  private mutating func normalize() {
    let sums = frames.map { $0.sum() }
    let floor = max(0.22 * (sums.max() ?? 0), 1e-12)
    for (number, sum) in sums.enumerated() { frames[number] /= max(sum, floor) }
  }

  /// The first loud frame; 0 without one.
  var start: Int { frames.firstIndex { $0.sum() > 0.3 } ?? 0 }

  /// The sum of all frames, scaled to 1.
  var total: SIMD16<Float> {
    let sum = frames.reduce(SIMD16<Float>.zero, +)
    return sum / (sum.sum() + 1e-9)
  }
}

import Glibc

/// How strong each of the twelve tones is, frame by frame.
struct Chromagram {
  private(set) var frames: [SIMD16<Float>]

  /// From the peaks between two notes of MIDI, counted as `tuning` says; a peak counts less the
  /// further it is from its note.
  ///
  /// Each note counts by the root of its strength, so that a loud bass or melody does not hide the
  /// third of the chord above it.
  init(of peaks: PeakStore, notes: Range<Double>, tuning: Double) {
    let units = PeakStore.unitsPerNote
    let lowest = Int((notes.lowerBound - PeakStore.lowestNote) * Double(units))
    let highest = Int((notes.upperBound - PeakStore.lowestNote) * Double(units))
    // The note C-1 in units, far enough below so that nothing is negative.
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

  /// All that a pitch of 16 bits may be rounded to, from C-1 on.
  private static let allNotes = 128

  /// Every frame counts the same, except those much quieter than the loudest: below -26 dB of it.
  private mutating func normalize() {
    let sums = frames.map { $0.sum() }
    let floor = max(0.22 * (sums.max() ?? 0), 1e-12)
    for (number, sum) in sums.enumerated() { frames[number] /= max(sum, floor) }
  }

  /// The first frame that is not much quieter than these; the first one where none is.
  var start: Int { frames.firstIndex { $0.sum() > 0.3 } ?? 0 }

  /// All frames together, of sum 1.
  var total: SIMD16<Float> {
    let sum = frames.reduce(SIMD16<Float>.zero, +)
    return sum / (sum.sum() + 1e-9)
  }
}

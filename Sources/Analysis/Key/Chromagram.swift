import Glibc

/// How strong each of the twelve tones is, frame by frame.
struct Chromagram {
  private(set) var frames: [SIMD16<Float>]

  /// From the peaks between two notes of MIDI, counted as `tuning` says; a peak counts less the
  /// further it is from its note.
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
    for number in frames.indices {
      var tones = SIMD16<Float>.zero
      for place in peaks.range(ofFrame: number) {
        let pitch = Int(peaks.pitches[place])
        guard pitch >= lowest, pitch < highest else { continue }
        let (note, unit) = (pitch + offset).quotientAndRemainder(dividingBy: units)
        tones[note % 12] += nearness[unit] * Float(peaks.fractions[place])
      }
      frames[number] = tones * (peaks.frames[number].highest / 65_535)
    }
    normalize()
  }

  /// Every frame counts the same, except those much quieter than the loudest.
  private mutating func normalize() {
    let sums = frames.map { $0.sum() }
    let floor = max(0.05 * (sums.max() ?? 0), 1e-12)
    for (number, sum) in sums.enumerated() { frames[number] /= max(sum, floor) }
  }

  /// All frames together, of sum 1.
  var total: SIMD16<Float> {
    let sum = frames.reduce(SIMD16<Float>.zero, +)
    return sum / (sum.sum() + 1e-9)
  }
}

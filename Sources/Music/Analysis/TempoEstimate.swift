/// The tempo and the beats of a track, from its audio.
package struct TempoEstimate: Equatable, Sendable {
  /// Beats per minute; the mean where the tempo is not constant.
  package var bpm: Double
  /// 0 to 1.
  package var confidence: Double
  /// The second most likely tempo, most often the half or the double.
  package var alternative: Double?
  package var grid: BeatGrid

  package init(bpm: Double, confidence: Double, alternative: Double? = nil, grid: BeatGrid) {
    self.bpm = bpm
    self.confidence = confidence
    self.alternative = alternative
    self.grid = grid
  }

  package var isConstant: Bool {
    if case .constant = grid { true } else { false }
  }
}

/// The beats of a track, in seconds of the file.
package enum BeatGrid: Equatable, Sendable {
  /// A beat at `anchor` and one every `period` before and behind it.
  case constant(anchor: Double, period: Double)
  /// Each beat by itself, ascending.
  case beats([Double])

  /// More than any track has: three hours at 240 BPM.
  package static let maximumBeats = 43_200

  /// The beats in a range of the file, seconds.
  package func beats(in range: Range<Double>) -> [Double] {
    switch self {
    case .constant(let anchor, let period):
      guard period > 0.05, anchor.isFinite, range.upperBound - range.lowerBound < 1e6 else {
        return []
      }
      let first = ((range.lowerBound - anchor) / period).rounded(.up)
      let last = ((range.upperBound - anchor) / period).rounded(.up)
      guard first < last else { return [] }
      return stride(from: first, to: last, by: 1).prefix(BeatGrid.maximumBeats)
        .map { anchor + $0 * period }
    case .beats(let beats):
      return beats.filter { range.contains($0) }
    }
  }

  /// The grid shifted by half a beat, for one that lies between the beats.
  package var shiftedByHalf: BeatGrid {
    switch self {
    case .constant(let anchor, let period):
      return .constant(anchor: anchor + period / 2, period: period)
    case .beats(let beats):
      return .beats(zip(beats, beats.dropFirst()).map { ($0 + $1) / 2 })
    }
  }
}

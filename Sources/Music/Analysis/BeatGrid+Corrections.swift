extension TempoEstimate {
  /// Tempos that can be set by hand, in beats per minute.
  package static let tempos = 20.0...400.0

  /// The estimate with the user's tempo in place of the found one: a constant grid gets the tempo
  /// as it is, single beats where it is a multiple or a fraction of theirs.
  package func at(_ bpm: Double) -> TempoEstimate {
    guard bpm > 0, self.bpm > 0 else { return self }
    var corrected = self
    corrected.bpm = bpm
    switch grid {
    case .constant(let anchor, _): corrected.grid = .constant(anchor: anchor, period: 60 / bpm)
    case .beats(let beats):
      let ratio = bpm / self.bpm
      if abs(ratio - 2) < 0.01 {
        corrected.grid = .beats(BeatGrid.doubled(beats))
      } else if abs(ratio - 0.5) < 0.005 {
        corrected.grid = .beats(stride(from: 0, to: beats.count, by: 2).map { beats[$0] })
      }
    }
    return corrected
  }
}

extension BeatGrid {
  fileprivate static func doubled(_ beats: [Double]) -> [Double] {
    var all: [Double] = []
    all.reserveCapacity(min(2 * beats.count, maximumBeats))
    for (beat, next) in zip(beats, beats.dropFirst()) { all += [beat, (beat + next) / 2] }
    if let last = beats.last { all.append(last) }
    return Array(all.prefix(maximumBeats))
  }
}

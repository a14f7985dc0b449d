import Music

extension Cue {
  /// Mix cues proposed by the analysis, of the kinds that the track lacks.
  static func mixProposals(_ mixIn: Duration?, _ mixOut: Duration?, besides cues: [Cue]) -> [Cue] {
    let places: [(Kind, Duration?)] = [(.mixIn, mixIn), (.mixOut, mixOut)]
    return places.compactMap { kind, time in
      guard let time, time >= .zero, !cues.contains(where: { $0.kind == kind }) else { return nil }
      return Cue(time: time, kind: kind)
    }
  }
}

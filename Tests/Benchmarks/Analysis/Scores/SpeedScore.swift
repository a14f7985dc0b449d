import MusicCorpus

/// Cost of a tool: processor milliseconds for a minute of sound.
struct SpeedScore: Encodable {
  var tempo: Double?
  var key: Double?

  init(_ answers: Answers, at tracks: [CorpusTrack]) {
    tempo = Self.cost(of: \.tempoSeconds, answers, tracks)
    key = Self.cost(of: \.keySeconds, answers, tracks)
  }

  private static func cost(
    of seconds: KeyPath<Detection, Double?>, _ answers: Answers, _ tracks: [CorpusTrack]
  ) -> Double? {
    var (cost, sound) = (0.0, 0.0)
    for track in tracks {
      guard let used = answers.detections[track.file]?[keyPath: seconds] else { continue }
      cost += used
      sound += track.duration
    }
    return sound > 0 ? cost * 1000 / (sound / 60) : nil
  }
}

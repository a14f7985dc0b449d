package import Music

/// The truth about one file of a corpus.
package struct CorpusTrack: Sendable {
  package var file: String
  package var genre: String
  package var variant: String
  package var seed: Int
  /// Mean tempo after any change of speed.
  package var bpm: Double
  /// Maximum deviation of a beat from the mean in percent; 0 for a constant tempo.
  package var drift: Double
  package var meter: Double
  package var drums: String
  package var swing: Double
  /// The main key, at the nearest semitone to A at 440 Hz.
  package var key: MusicalKey
  /// False for drums, and for a tuning so far between two semitones that both are right.
  package var hasKey: Bool
  /// Semitones of the modulation in the last quarter.
  package var modulation: Int
  /// Cents from 440 Hz, -50 to 50.
  package var tuning: Double
  /// Seconds.
  package var duration: Double
  package var firstBeat: Double
  /// Seconds of silence at -60 dBFS; nil if noise covers it.
  package var startSilence: Double?
  package var endSilence: Double?
  /// LUFS and dBTP by ffmpeg's ebur128; nil if not measured.
  package var loudness: Double?
  package var truePeak: Double?
  package var soundFont: String

  /// Whether the decay equals the master's, from which the silence at the end is known.
  package var isEndKnown: Bool {
    endSilence != nil && Variant(rawValue: variant)?.keepsDecay == true
  }
  package var isConstant: Bool { drift == 0 }
  /// Number in the corpus, with which the file's name begins.
  package var number: Int { Int(file.prefix(3)) ?? 0 }
}

extension CorpusTrack {
  init(
    _ composer: Composer, file: String, master: TrackRenderer.Master, seed: Int, font: String
  ) {
    let (plan, speed) = (composer.plan, composer.plan.variant.speed)
    let beats = BeatFile.times(composer)
    self.file = file
    genre = plan.genre.name
    variant = plan.variant.rawValue
    self.seed = seed
    let isCounted = plan.drift != .none && beats.count > 2
    bpm =
      isCounted
      ? 60 * Double(beats.count - 1) / (beats[beats.count - 1] - beats[0]) : plan.bpm * speed
    drift = 100 * composer.timeline.drift
    meter = plan.meter
    drums = plan.drums.rawValue
    swing = max(plan.swungEighths, plan.swungSixteenths)
    // Speed and tuning shift the key; the nearest semitone counts.
    let cents = plan.tuning + 1200 * binaryLogarithm(speed)
    let shift = (cents / 100).rounded()
    tuning = cents - 100 * shift
    key = .on(semitone: plan.tonic + Int(shift), isMajor: !plan.isMinor)
    hasKey = !plan.genre.isOnlyDrums && abs(tuning) <= 42
    modulation = composer.score.modulation
    duration = master.duration / speed
    firstBeat = beats.first ?? 0
    if !plan.variant.hidesSilence {
      startSilence = master.edges.start / speed
      endSilence = master.edges.end / speed
    }
    soundFont = font.split(separator: "/").last.map(String.init) ?? font
  }
}

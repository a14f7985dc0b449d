internal import Glibc
package import Media
package import Music

/// The second half of tempo estimation: candidates, the choice among them, and the beats.
package enum TempoEstimator {
  /// Seconds; a shorter track has no detectable tempo.
  static let shortest = 3.0
  /// The smallest onset strength, half that of the calmest ambient piece: below it are tones and
  /// hums.
  private static let minimumRise: Float = 0.03
  /// The smallest pulse: below it are noise and chance, which reaches higher in short pieces.
  private static let minimumPulse: Float = 0.12
  private static let minimumPulseOfOneSecond: Float = 0.7

  /// The tempo and the beats of a track; nil without a tempo, or if cancelled.
  package static func estimate(
    _ spectrum: OnsetSpectrum, cancellation: Cancellation? = nil
  ) -> TempoEstimate? {
    estimate(spectrum.curves, cancellation: cancellation)
  }

  /// All tempo candidates with their features, for training.
  package static func candidates(of spectrum: OnsetSpectrum) -> [TempoCandidate] {
    candidates(of: spectrum.curves)
  }

  /// The tracked beats at a tempo with the features that tell them from off-beats, for training.
  package static func phase(of spectrum: OnsetSpectrum) -> PhaseQuestion? {
    phase(of: spectrum.curves)
  }

  static func phase(of curves: OnsetCurves) -> PhaseQuestion? {
    let onsets = PreparedOnsets(curves)
    guard let choice = choice(of: onsets),
      let tracked = TrackedBeats(onsets, bpm: choice.bpm), let phase = tracked.phase
    else { return nil }
    let beats = tracked.beats
    return PhaseQuestion(beats: beats, between: beats.between, features: phase.differences)
  }

  static func candidates(of curves: OnsetCurves) -> [TempoCandidate] {
    let onsets = PreparedOnsets(curves)
    guard let correlation = OnsetCorrelation(of: onsets.groups) else { return [] }
    return TempoFeatures(onsets, correlation: correlation)
      .candidates(TempoCandidateSearch(correlation).tempos())
  }

  private static func choice(
    of onsets: PreparedOnsets, cancellation: Cancellation? = nil
  ) -> TempoRanker.Choice? {
    guard let correlation = OnsetCorrelation(of: onsets.groups), cancellation?.isOver != true
    else { return nil }
    let features = TempoFeatures(onsets, correlation: correlation)
    let tempos = TempoCandidateSearch(correlation).tempos()
    let least = max(minimumPulse, minimumPulseOfOneSecond / Float(onsets.seconds.squareRoot()))
    guard
      let choice = TempoRanker.choice(
        of: features.candidates(tempos, cancellation: cancellation),
        preferring: tempos.first { features.isBarePulse($0) }),
      features.pulse(at: choice.bpm) > least
    else { return nil }
    return choice
  }

  static func estimate(
    _ curves: OnsetCurves, cancellation: Cancellation? = nil
  ) -> TempoEstimate? {
    let seconds = Double(curves.count) / OnsetSpectrum.framesPerSecond
    guard seconds >= shortest, curves.meanRise > minimumRise, cancellation?.isOver != true
    else { return nil }
    let onsets = PreparedOnsets(curves)
    guard cancellation?.isOver != true,
      let choice = choice(of: onsets, cancellation: cancellation), cancellation?.isOver != true,
      var tracked = TrackedBeats(onsets, bpm: choice.bpm),
      cancellation?.isOver != true
    else { return nil }
    tracked.decidePhase()
    let bpm = tracked.bpm
    return TempoEstimate(
      bpm: bpm, confidence: choice.confidence, alternative: alternative(choice, bpm: bpm),
      grid: tracked.grid)
  }

  /// The runner-up, refined as a simple multiple of the tempo, which it nearly always is.
  private static func alternative(_ choice: TempoRanker.Choice, bpm: Double) -> Double? {
    guard let runnerUp = choice.runnerUp else { return nil }
    let ratio = runnerUp / choice.bpm
    let simple: [Double] = [0.5, 2, 1 / 3, 3, 2 / 3, 1.5, 0.75, 4 / 3, 0.25, 4]
    let near = simple.first { abs(ratio / $0 - 1) < 0.04 }
    return bpm * (near ?? ratio)
  }
}

/// Two candidate beat sequences, one of them right, for training; seconds.
package struct PhaseQuestion: Sendable {
  package var beats: [Double]
  package var between: [Double]
  /// The features of `beats`, less those of `between`: 49 numbers.
  package var features: [Float]
}

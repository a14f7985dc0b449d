internal import Music

/// A track's beats at the chosen tempo: on a line if it is constant, else one by one.
struct TrackedBeats {
  /// The delay of onset detection in seconds: the window rises slowly.
  static let latency = 0.0062

  private let onsets: PreparedOnsets
  /// The line through the beats; only its mean counts for a varying tempo.
  private var fit: GridFit
  private let isConstant: Bool
  /// Whether the line was fitted to beats and half beats alike.
  private let isMixed: Bool
  /// The beats in seconds, for a varying tempo.
  private var free: [Double] = []

  /// Nil if there are too few beats.
  init?(_ onsets: PreparedOnsets, bpm: Double) {
    self.onsets = onsets
    let curve = onsets.curve
    let frames = BeatTracker.beats(in: curve, framesPerBeat: framesPerBeat(bpm))
    let beats = BeatTracker.refined(frames, in: curve).map {
      $0 / OnsetSpectrum.framesPerSecond - Self.latency
    }
    guard let fit = GridFit(beats: beats, heights: frames.map { Double(curve[$0]) }) else {
      return nil
    }
    if fit.isConstant {
      (self.fit, isConstant, isMixed) = (fit, true, false)
    } else if let steady = SteadyTempo(curve: curve, near: fit.period),
      let steadyFit = steady.fit(latency: Self.latency), steady.holds(for: steadyFit)
    {
      (self.fit, isConstant, isMixed) = (steadyFit, true, true)
    } else {
      (self.fit, isConstant, isMixed) = (fit, false, false)
      free = beats
    }
    if isConstant { self.fit.snap() }
  }

  var bpm: Double { isConstant ? 60 / fit.period : fit.meanBPM }

  /// In seconds.
  var beats: [Double] {
    guard isConstant else { return free }
    let first = fit.anchor - (fit.anchor / fit.period).rounded(.down) * fit.period
    return Array(stride(from: first, to: onsets.seconds - fit.period, by: fit.period))
  }

  /// Nil if there are too few beats.
  var phase: BeatPhase? {
    BeatPhase(
      onsets, beats: beats.map { ($0 + Self.latency) * OnsetSpectrum.framesPerSecond })
  }

  /// Moves the beats by half a beat if they are off-beats.
  mutating func decidePhase() {
    let isBetween = (phase?.score ?? 1) < 0
    if isConstant {
      if isBetween { fit.move(by: fit.period / 2) }
      if isBetween || isMixed { fit.centre(on: onsets.curve, latency: Self.latency) }
    } else if isBetween {
      free = free.between
    }
    guard let delay = onsets.attacks.delay(of: beats) else { return }
    if isConstant { fit.move(by: delay) } else { free = free.map { $0 + delay } }
  }

  var grid: BeatGrid {
    guard isConstant else {
      return .beats(Array(free.drop { $0 < 0 }.prefix(BeatGrid.maximumBeats)))
    }
    let first = fit.anchor - (fit.anchor / fit.period).rounded(.down) * fit.period
    return .constant(anchor: first, period: fit.period)
  }
}

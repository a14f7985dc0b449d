package import Music

/// Commands about tempo, key, beats and mix points.
package enum FindingCommand: Hashable, Sendable {
  case correct(Correction)
  /// Opens the window in which a tempo is tapped.
  case tap
  case keyNames(KeyNotation)
  case prefer(ValuePreference)
  /// Sets the proposed Mix In and Mix Out cues.
  case setMixPoints
  /// Opens the window of all facts of the selected track.
  case info
  case zoom
  /// Nil shows the whole track.
  case zoomTo(Duration?)
  case waveform(WaveformStyle)
}

/// The user's correction of a finding; nil goes back to the finding.
package enum Correction: Hashable, Sendable {
  /// Beats per minute.
  case tempo(Double?)
  case multiplyTempo(TempoRatio)
  /// By half a beat.
  case shiftGrid
  case key(MusicalKey?)

  package static let tempos: ClosedRange<Double> = 20...400
}

/// The usual factors between a found tempo and the right one.
package enum TempoRatio: String, Hashable, Sendable, CaseIterable {
  case double = "x2"
  case half = "/2"
  case threeHalves = "x3/2"
  case twoThirds = "x2/3"

  package var factor: Double {
    switch self {
    case .double: 2
    case .half: 0.5
    case .threeHalves: 1.5
    case .twoThirds: 2.0 / 3
    }
  }
}

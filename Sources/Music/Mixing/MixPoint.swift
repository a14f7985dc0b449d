import Glibc

/// The values of a track that determine its fits in a mix.
package struct MixPoint: Equatable, Sendable {
  /// Beats per minute; nil, and not zero, where unknown.
  package let bpm: Double?
  /// Octaves of the tempo above one beat a minute.
  let octaves: Double?
  package var key: MusicalKey?
  /// Cents from 440 Hz; 0 where unknown.
  package var tuning: Double
  /// 1 to 10.
  package var energy: Int?
  /// LUFS.
  package var loudness: Double?

  package init(
    bpm: Double? = nil, key: MusicalKey? = nil, tuning: Double = 0, energy: Int? = nil,
    loudness: Double? = nil
  ) {
    let known = bpm.flatMap { $0 > 1 && $0 < 1_000 ? $0 : nil }
    self.bpm = known
    octaves = known.map { log2($0) }
    self.key = key
    self.tuning = tuning.isFinite ? min(50, max(-50, tuning)) : 0
    self.energy = energy
    self.loudness = loudness
  }

  package init(_ findings: TrackFindings) {
    self.init(
      bpm: findings.bpm, key: findings.key, tuning: findings.tuning ?? 0,
      energy: findings.energy, loudness: findings.loudness)
  }

  /// Whether tempo or key is known.
  package var isKnown: Bool { bpm != nil || key != nil }
}

/// The adjustments available to the mixer.
package struct MixRules: Equatable, Sendable {
  /// The range of relative tempo changes, up and down: 0.08 for ±8 %.
  package let pitchRange: Double
  /// Whether the key stays when the tempo is changed ("key lock", "master tempo"). Otherwise the
  /// key moves with it: 6 % are a semitone.
  package let isKeyLocked: Bool
  /// The `pitchRange` in octaves of the tempo, down and up.
  let reach: ClosedRange<Double>

  package init(pitchRange: Double = 0.08, isKeyLocked: Bool = true) {
    self.pitchRange = min(0.5, max(0.001, pitchRange))
    self.isKeyLocked = isKeyLocked
    reach = log2(1 - self.pitchRange)...log2(1 + self.pitchRange)
  }
}

extension Track {
  /// The mix values in effect, as far as known.
  package var mixPoint: MixPoint { MixPoint(findings) }
}

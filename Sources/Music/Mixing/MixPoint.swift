import Glibc

/// What of a track decides how it goes together with another in a mix.
package struct MixPoint: Equatable, Sendable {
  /// Beats per minute; nil, and not zero, where it is not known.
  package let bpm: Double?
  /// Octaves of the tempo above one beat a minute.
  let octaves: Double?
  package var key: MusicalKey?
  /// Cents from 440 Hz; 0 where it is not known.
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

  /// Whether anything is known by which it can be matched.
  package var isKnown: Bool { bpm != nil || key != nil }
}

/// What the one who mixes can do to a track to make it fit.
package struct MixRules: Equatable, Sendable {
  /// By which part the tempo can be changed, up and down: 0.08 for ±8 %.
  package let pitchRange: Double
  /// Whether the key stays when the tempo is changed ("key lock", "master tempo"). Otherwise the
  /// key moves with it: 6 % are a semitone.
  package let isKeyLocked: Bool
  /// The same as `pitchRange` in octaves of the tempo, down and up.
  let reach: ClosedRange<Double>

  package init(pitchRange: Double = 0.08, isKeyLocked: Bool = true) {
    self.pitchRange = min(0.5, max(0.001, pitchRange))
    self.isKeyLocked = isKeyLocked
    reach = log2(1 - self.pitchRange)...log2(1 + self.pitchRange)
  }
}

extension Track {
  /// What decides how it mixes, by the values that hold, as far as they are known.
  package var mixPoint: MixPoint { MixPoint(findings) }
}

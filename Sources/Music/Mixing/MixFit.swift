import Glibc

/// The fit of a track after another in a mix.
package struct MixFit: Equatable, Sendable {
  /// The alignment of both tracks' beats.
  package enum Beats: Equatable, Sendable {
    case same
    /// Two beats of the new track on each of the one before.
    case double
    case half
  }

  /// The necessary change of the new track's tempo, in octaves; nil where a tempo is unknown.
  private var octaves: Double?
  package private(set) var beats = Beats.same
  package private(set) var isTempoReached = true
  /// Nil where a key is unknown.
  package private(set) var relation: KeyRelation?
  /// The keys as heard together, that of the new track at its new tempo.
  package private(set) var keyFrom: MusicalKey?
  package private(set) var keyTo: MusicalKey?
  /// Whether the tempo change transposes the new track.
  package private(set) var isKeyMoved = false
  /// The difference of the tunings in cents as heard, -50 to 50.
  package private(set) var detuning = 0.0
  package private(set) var energyFrom: Int?
  package private(set) var energyTo: Int?
  /// 0 for similar tracks; about 1 is the limit of a good fit.
  package private(set) var distance = 0.0

  package init(from: MixPoint, to: MixPoint, rules: MixRules = MixRules()) {
    if let first = from.octaves, let second = to.octaves {
      matchTempo(octaves: first - second, rules: rules)
    } else {
      distance += MixFit.unknownTempo
    }
    if let first = from.key, let second = to.key {
      match(first, second, tuning: to.tuning - from.tuning, rules: rules)
    } else {
      distance += MixFit.unknownKey
    }
    if let first = from.energy, let second = to.energy {
      (energyFrom, energyTo) = (first, second)
      distance += 0.08 * Double(abs(first - second))
    }
  }

  static let unknownTempo = 1.2

  /// The lower bound of the distance of two tracks whose tempos differ by so many octaves, counted
  /// from equal, double or half.
  static func least(octaves: Double, rules: MixRules) -> Double {
    // With a margin for rounding of sums in another order.
    min(5, octaves / rules.reach.upperBound) - 1e-9
  }

  private static let unknownKey = 0.8

  private mutating func matchTempo(octaves: Double, rules: MixRules) {
    // The nearest of the same, double and half tempo; the latter two must be nearer by a margin.
    var (best, least) = (octaves, abs(octaves))
    for (other, way) in [(octaves - 1, Beats.half), (octaves + 1, Beats.double)]
    where abs(other) + 0.02 < least {
      (best, least, beats) = (other, abs(other), way)
    }
    self.octaves = best
    isTempoReached = (rules.reach.lowerBound - 1e-9...rules.reach.upperBound + 1e-9).contains(best)
    let steps = abs(best) / rules.reach.upperBound
    distance += isTempoReached ? steps : min(5, 2 * steps)
    if beats != .same { distance += 0.3 }
  }

  private mutating func match(
    _ first: MusicalKey, _ second: MusicalKey, tuning: Double, rules: MixRules
  ) {
    var cents = tuning
    if !rules.isKeyLocked, isTempoReached, let octaves { cents += 1200 * octaves }
    let semitones = (cents / 100).rounded()
    let heard = semitones == 0 ? second : second.transposed(by: Int(semitones))
    isKeyMoved = heard != second
    detuning = cents - 100 * semitones
    let relation = KeyRelation(from: first, to: heard)
    self.relation = relation
    (keyFrom, keyTo) = (first, heard)
    distance += relation.distance + abs(detuning) / 50 * 0.5
  }

  /// The necessary relative change of the new track's tempo, +0.016 for 1.6 % faster; nil where a
  /// tempo is unknown.
  package var pitch: Double? { octaves.map { exp2($0) - 1 } }

  /// How much faster the new track is by itself, 0.008 for 0.8 %, counted in beats that go together;
  /// nil where a tempo is unknown.
  package var difference: Double? { octaves.map { exp2(-$0) - 1 } }

  /// Whether the tempos or the keys of both are known.
  package var isKnown: Bool { octaves != nil || relation != nil }

  /// Whether the tracks fit, as far as is known.
  package var fits: Bool { isTempoReached && relation != .clash && abs(detuning) < 35 }

  /// 0 to 100.
  package var score: Int { Int((100 / (1 + distance)).rounded()) }
}

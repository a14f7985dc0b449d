/// Ranges and choices of one genre, from which its tracks are drawn.
struct Genre {
  var name: String
  /// Beats per minute.
  var tempo: ClosedRange<Double>
  var drums: DrumStyle
  /// Share of tracks in minor, of 1.
  var minorShare: Double
  var majorHarmony: [HarmonyStyle]
  var minorHarmony: [HarmonyStyle]
  var comping: [CompStyle]
  var bass: [BassStyle]
  var kits: [DrumKit] = [.standard]
  var compSounds: [Instrument]
  var bassSounds: [Instrument]
  var leadSounds: [Instrument]
  /// Beats a bar.
  var meter = 4.0
  /// Position of the second eighth, or sixteenth; 0.5 is straight.
  var swungEighths = 0.5...0.5
  var swungSixteenths = 0.5...0.5
  /// Timing errors of players in seconds.
  var jitter = 0.006
  var drifts: [Timeline.Drift] = [.none]
  /// Whether the kick ducks everything else.
  var isPumping = false
  /// Share of a melody's steps with a note, of 1.
  var density = 0.6

  static let all = electronic + bands + acoustic

  /// Whether there is no harmony, and so no key.
  var isOnlyDrums: Bool { name == "drumtool" }
}

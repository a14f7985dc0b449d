/// What music of one kind is made from; a track draws its own from these.
struct Genre {
  var name: String
  /// Beats per minute.
  var tempo: ClosedRange<Double>
  var drums: DrumStyle
  /// How many of its tracks are in minor, of 1.
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
  /// Where the second eighth, or sixteenth, may be; 0.5 is straight.
  var swungEighths = 0.5...0.5
  var swungSixteenths = 0.5...0.5
  /// Seconds, by how much people are off.
  var jitter = 0.006
  var drifts: [Timeline.Drift] = [.none]
  /// Whether the kick pushes everything else down.
  var isPumping = false
  /// How many of a melody's places are filled, of 1.
  var density = 0.6

  static let all = electronic + bands + acoustic

  /// Whether its harmony says nothing of a key.
  var isOnlyDrums: Bool { name == "drumtool" }
}

/// The drum patterns.
struct Groove {
  var kick: Steps = "."
  var snare: Steps = "."
  var clap: Steps = "."
  var closedHat: Steps = "."
  var openHat: Steps = "."
  var shaker: Steps = "."
  /// The delay of every second step, in steps.
  var swing = 0.0
  /// The random timing deviation, in seconds either way.
  var looseness = 0.0
}

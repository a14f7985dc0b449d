/// What the drums play.
struct Groove {
  var kick: Steps = "."
  var snare: Steps = "."
  var clap: Steps = "."
  var closedHat: Steps = "."
  var openHat: Steps = "."
  var shaker: Steps = "."
  /// By how much of a step every second step comes late.
  var swing = 0.0
  /// How far the drummer strays, in seconds either way.
  var looseness = 0.0
}

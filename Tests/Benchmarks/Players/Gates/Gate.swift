/// One thing that is measured of every player in the same way.
protocol Gate: Sendable {
  /// What `--only` picks it by.
  var name: String { get }
  /// Whether it can be measured where there is a library and no music.
  var needsMusic: Bool { get }
  var measures: [Measure] { get }
  /// Measures one player: a reading for each measure.
  func read(_ player: any Contestant, _ collection: MeasuredCollection, isQuick: Bool) throws
    -> [Reading]
}

/// What is measured on.
struct MeasuredCollection {
  var tracks: Int
  /// The folder of music; nil where there is a library alone.
  var music: String?
}

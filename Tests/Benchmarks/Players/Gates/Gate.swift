/// A measurement made of every player in the same way.
protocol Gate: Sendable {
  /// Name for `--only`.
  var name: String { get }
  /// Whether the gate needs files and not only a library.
  var needsMusic: Bool { get }
  /// The measures, with the limits for so many tracks.
  func measures(of tracks: Int) -> [Measure]
  /// Measures one player: a reading for each measure.
  func read(_ player: any Contestant, _ collection: MeasuredCollection, isQuick: Bool) throws
    -> [Reading]
}

/// The collection under measurement.
struct MeasuredCollection {
  var tracks: Int
  /// The folder of music; nil for a library without files.
  var music: String?
}

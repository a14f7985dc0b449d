/// The total duration of a search's result, summed up ahead: at a million tracks that takes half a
/// millisecond, and whoever has typed the letter waits.
struct SearchTotal {
  /// The tracks of the result that lists show.
  let tracks: TrackSet
  /// Milliseconds.
  let time: UInt64

  /// A smaller share of the tracks than this is summed up fast enough.
  private static let few = 64

  /// Nil for few tracks.
  init?(of result: TrackSet, shown visible: TrackSet, durations: Column<UInt32>) {
    var tracks = result
    // The result itself shares its memory.
    if !result.isSubset(of: visible) { tracks.formIntersection(visible) }
    guard tracks.count > tracks.capacity / SearchTotal.few else { return nil }
    self.tracks = tracks
    time = durations.sum { tracks.words[$0] }
  }
}

/// Marks on the selected tracks.
package enum TrackCommand: Hashable, Sendable {
  case cycleRating
  case rate(Int)
  case react, editNote
  case writeNote(String)
  /// The name of a colour; nil removes it.
  case color(String?)
}

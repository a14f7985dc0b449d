/// Marks on the selected tracks.
package enum TrackCommand: Hashable, Sendable {
  case cycleRating
  case rate(Int)
  case react, editNote
  case writeNote(String)
  /// A name of a colour; nil takes it off.
  case color(String?)
}

package import Music

/// Marks on the selected tracks.
package enum TrackCommand: Hashable, Sendable {
  case cycleRating
  case rate(Int)
  /// The next reaction: listened, liked, loved, none.
  case cycleReaction
  /// A reaction; none where the track has just this one.
  case toggle(Reaction)
  case editNote
  case writeNote(String)
  /// The name of a colour; nil removes it.
  case color(String?)
}

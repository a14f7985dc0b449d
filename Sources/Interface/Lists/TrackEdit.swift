package import Music

/// Marks of the user on tracks, each one step of the library's history.
package enum TrackEdit: Equatable, Sendable {
  case setRating(Rating, Selection)
  case setReaction(Reaction, Selection)
  case setNotes(String, Selection)
  /// The name of a colour; nil removes it.
  case setColor(String?, Selection)
  /// Labels, and whatever else is said in one step.
  case change(MarkChange, Selection)
}

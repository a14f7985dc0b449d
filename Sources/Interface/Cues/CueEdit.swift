package import Music

/// Edits of cues and of entries that begin or end at them, each one step of the library's history.
package enum CueEdit: Equatable, Sendable {
  /// Adds a cue unless there is one at its time.
  case add(Cue, to: TrackID)
  /// Writes the changed fields; the others keep their present values.
  case change(Cue, from: Cue)
  /// Joins the step of the adjustment before, where continued.
  case adjust(CueID, CueAdjustment, isContinued: Bool)
  case remove([CueID])
  /// Lets entries begin and end at cues of these kinds; nil leaves a bound as it is.
  case setParts(Selection, start: Cue.Kind?, end: Cue.Kind?)
}

package import Music

/// Edits of cues and of entries that begin or end at them, each one step of the library's history.
package enum CueEdit: Equatable, Sendable {
  /// Unless there is one there already.
  case add(Cue, to: TrackID)
  /// Writes the differences to the cue as it was known; the rest stays as it is by then.
  case change(Cue, from: Cue)
  /// As one step with the adjustment before it, where this goes on with that.
  case adjust(CueID, CueAdjustment, isContinued: Bool)
  case remove([CueID])
  /// Lets entries begin and end at cues of these kinds; nil leaves a bound as it is.
  case setParts(Selection, start: Cue.Kind?, end: Cue.Kind?)
}

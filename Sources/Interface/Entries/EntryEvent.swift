package import Music

/// Loaded facts of playlist entries, and finished edits of them.
package enum EntryEvent: Equatable, Sendable {
  case factsLoaded([EntryFacts])
  case skippedLoaded([QueuedTrack: Track])
  case remainingLoaded(PlaylistID, EntryID, PlayTotal?)
  case relocationsFound(RelocationPlan)
  case relocated([Relocation.Move])
}

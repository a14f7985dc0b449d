package import Music

/// Entries of playlists: facts of them, and edits that were made.
package enum EntryEvent: Equatable, Sendable {
  case factsLoaded([EntryFacts])
  case leftOutNamed([QueuedTrack: Track])
  case remainingLoaded(PlaylistID, EntryID, PlayTotal?)
  case relocationsFound(RelocationPlan)
  case relocated([Relocation.Move])
}

/// Edits of the library, carried out in the order in which they were asked for.
package enum Edit: Equatable, Sendable {
  case tracks(TrackEdit)
  case entries(EntryEdit)
  case playlists(PlaylistEdit)
  case templates(TemplateEdit)
  case cues(CueEdit)
  case findings(FindingEdit)
  case library(LibraryEdit)
}

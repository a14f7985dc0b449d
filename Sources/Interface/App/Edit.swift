/// Edits of the library, in the order of the requests.
package enum Edit: Equatable, Sendable {
  case tracks(TrackEdit)
  case entries(EntryEdit)
  case playlists(PlaylistEdit)
  case templates(TemplateEdit)
  case cues(CueEdit)
  case findings(FindingEdit)
  case library(LibraryEdit)
  case variations(VariationEdit)
  case comments(CommentEdit)
}

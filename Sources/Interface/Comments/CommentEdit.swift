package import Music

/// Edits of comments, each one step of the library's history.
package enum CommentEdit: Equatable, Sendable {
  /// Without a place it is about all of the track.
  case add(String, to: TrackID, at: Duration?)
  case change(CommentID, String)
  case remove([CommentID])
}

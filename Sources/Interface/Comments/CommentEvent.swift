package import Music

/// Loaded and new comments.
package enum CommentEvent: Equatable, Sendable {
  case loaded(TrackID, [TrackComment])
  case added(TrackComment)
}

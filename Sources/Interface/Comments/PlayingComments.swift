package import Music

/// The comments on the current track, and the one under the cursor.
package struct PlayingComments: Equatable, Sendable {
  private(set) var track: TrackID?
  /// Those on all of the track first, then by place.
  package private(set) var comments: [TrackComment] = []
  private(set) var isLoading = false
  private var chosen: CommentID?
  private(set) var cursor = ListCursor()

  // MARK: Loading

  /// Loads the comments of a track that became the current one.
  mutating func missing(of track: Track) -> [Effect] {
    guard self.track != track.id else { return [] }
    self = PlayingComments()
    self.track = track.id
    isLoading = true
    return [.load(.comments(track.id))]
  }

  func reload() -> [Effect] { track.map { [.load(.comments($0))] } ?? [] }

  mutating func receive(_ comments: [TrackComment], of track: TrackID) {
    guard track == self.track else { return }
    isLoading = false
    self.comments = comments.sorted {
      ($0.place ?? .zero, $0.created, $0.id.rawValue)
        < ($1.place ?? .zero, $1.created, $1.id.rawValue)
    }
    cursor.move(by: 0, of: comments.count)
    if let chosen { choose(chosen) }
  }

  // MARK: The cursor

  var comment: TrackComment? {
    comments.indices.contains(cursor.selected) ? comments[cursor.selected] : nil
  }

  mutating func move(by step: Int) {
    cursor.move(by: step, of: comments.count)
    chosen = comment?.id
  }

  /// Moves the cursor to a comment, now or when it is loaded.
  mutating func choose(_ id: CommentID) {
    chosen = id
    if let index = comments.firstIndex(where: { $0.id == id }) { cursor.select(index) }
  }

  /// Lets the cursor stay at its row, as its comment is removed.
  mutating func leave() { chosen = nil }

  /// The last comment whose place was heard.
  func heard(at position: Duration) -> CommentID? {
    comments.last { $0.place.map { $0 <= position } ?? false }?.id
  }

  /// The comments with a place.
  var placed: [(comment: TrackComment, place: Duration)] {
    comments.compactMap { comment in comment.place.map { (comment, $0) } }
  }
}

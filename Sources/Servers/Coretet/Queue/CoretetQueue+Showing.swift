package import Music

/// What lists show: what the project has, with what waits on top.
extension CoretetQueue {
  /// The rating that waits to be sent, none for a clearing; nil where nothing waits.
  package func rating(_ track: String, in playlist: String?) -> Reaction? {
    let target = CoretetChange.Target.rating(track: track, playlist: playlist)
    guard
      case .rate(_, _, let word)? = waiting.last(where: { $0.change.target == target })?.change.kind
    else { return nil }
    return word.flatMap { Reaction(coretetWord: $0) } ?? Reaction.none
  }

  /// A comment, and where it is.
  package struct ShownComment: Equatable, Sendable, Identifiable {
    package enum Place: Equatable, Sendable {
      case stored
      /// Not at the project yet, or not as it is shown.
      case waiting
      /// The project does not take it; the line for the user.
      case refused(String)
    }

    package var comment: CoretetComment
    package var place: Place

    package var id: String { comment.id }
  }

  /// The comments of a playlist with those that wait and those that were refused, in the order of
  /// their beginnings, without those whose deletion waits.
  ///
  /// - Parameters:
  ///   - stored: as the project has them.
  ///   - author: whoever is signed in, with the name that is shown.
  package func comments(
    _ stored: [CoretetComment], in playlist: String, by author: CoretetPerson
  ) -> [ShownComment] {
    var shown = stored.map { ShownComment(comment: $0, place: .stored) }
    for one in waiting { show(one.change, .waiting, playlist, author, &shown) }
    for one in refused { show(one.change, .refused(one.reason), playlist, author, &shown) }
    return shown.sorted { ($0.comment.created, $0.id) < ($1.comment.created, $1.id) }
  }

  private func show(
    _ change: CoretetChange, _ place: ShownComment.Place, _ playlist: String,
    _ author: CoretetPerson, _ shown: inout [ShownComment]
  ) {
    switch change.kind {
    case .addComment(let comment, let track, playlist, let words):
      // The project may have it, by an attempt whose answer was lost.
      shown.removeAll { $0.id == comment }
      shown.append(
        ShownComment(
          comment: CoretetComment(
            id: comment, track: track, playlist: playlist, person: author, words: words,
            created: change.made, edited: change.made),
          place: place))
    case .editComment(let comment, let words):
      guard let index = shown.firstIndex(where: { $0.id == comment }) else { return }
      shown[index].comment.words = words
      shown[index].comment.edited = change.made
      shown[index].place = place
    case .deleteComment(let comment):
      // A refused deletion leaves the comment where it is.
      if place == .waiting { shown.removeAll { $0.id == comment } }
    case .rate, .addComment, .move, .share, .revoke: break
    }
  }

  /// The ids of a playlist's entries in the order that the moves which wait will give them.
  package func order(_ entries: [String], of playlist: String) -> [String] {
    var order = CoretetOrder(
      entries: entries.map { CoretetOrder.Entry(id: $0, track: "", position: 0) })
    for one in waiting {
      if case .move(playlist, let moved, let anchor) = one.change.kind {
        order.entries = order.moved(moved, after: anchor)
      }
    }
    return order.entries.map(\.id)
  }
}

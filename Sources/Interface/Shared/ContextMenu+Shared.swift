import Music

// The menus of shared playlists and their tracks.
extension ContextMenu {
  static func groups(for playlist: SharedPlaylist) -> [Group] {
    guard playlist.standing != .invited else {
      return [[Item(text: "Accept it…", command: .pane(.activate))], waiting]
    }
    let tracks: Group = [
      Item(text: "Open", command: .pane(.activate)),
      Item(text: "Play next", command: .queue(.addNext)),
      Item(text: "Add to the queue", command: .queue(.addLast)),
      Item(text: "Add to a playlist…", command: .row(.addToPlaylist)),
      Item(text: "Download", command: .server(.download)),
    ]
    let sharing: Group =
      playlist.standing == .own
      ? [Item(text: "With whom it is shared…", command: .shared(.shares))] : []
    return [tracks, sharing, waiting].filter { !$0.isEmpty }
  }

  private static let waiting: Group = [
    Item(text: "What waits or was refused…", command: .shared(.changes)),
    Item(text: "Send now, and ask for news", command: .shared(.send)),
    Item(text: "Servers: sign in, list anew…", command: .server(.list)),
  ]

  /// - Parameter canMove: Whether moves are those of the shared playlist.
  static func ofShared(_ playlist: SharedPlaylist, canMove: Bool) -> Group {
    let comments: Group =
      playlist.refusesAll == nil
      ? [
        Item(text: "Comment where it plays…", command: .comment(.write(isPlaced: true))),
        Item(text: "Comment on the track…", command: .comment(.write(isPlaced: false))),
      ] : []
    let moves: Group =
      canMove && playlist.refusesOrdering == nil
      ? [
        Item(text: "Move up", command: .row(.moveUp)),
        Item(text: "Move down", command: .row(.moveDown)),
      ] : []
    return [Item(text: "What was said of it…", command: .shared(.comments))] + comments + moves
  }
}

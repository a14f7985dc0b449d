package import Music

/// The shared playlists that terminals show.
package struct SharedShown: Equatable, Sendable {
  /// The open ones.
  package var playlists: Set<SharedPlaylistID> = []
  /// Whether there is the list of all.
  package var hasList = false

  package init(_ playlists: Set<SharedPlaylistID> = [], hasList: Bool = false) {
    self.playlists = playlists
    self.hasList = hasList
  }

  func union(_ other: SharedShown) -> SharedShown {
    SharedShown(playlists.union(other.playlists), hasList: hasList || other.hasList)
  }
}

extension TerminalState {
  var sharedShown: SharedShown {
    guard isAttached, browsing.sharedShelf.playlists?.isEmpty == false else { return SharedShown() }
    return SharedShown(
      Set(browsing.visibleSlots.compactMap { browsing.sharedPlaylist(of: browsing[$0])?.id }),
      hasList: browsing.isSharedShelf && browsing.layout.panes[.library] != nil)
  }
}

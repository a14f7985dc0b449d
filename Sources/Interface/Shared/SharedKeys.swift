// The keys of the windows of shared playlists.

package enum SharedListKey: Hashable, Sendable { case accept, share, waiting, search }

package enum SharedPlaylistKey: Hashable, Sendable {
  /// The next reaction, or one of them.
  case react, listened, liked, loved
  /// A comment at the place that is heard, or on the track as a whole.
  case comment, commentOnTrack
  case edit, delete
  case earlier, later
  case share, waiting, search
  /// To the comments, and back to the tracks.
  case otherPart
}

package enum SharedChangesKey: Hashable, Sendable { case copy, retry, discard }

extension SharedListKey: OwnWindowKey {
  static let kind = WindowKind.sharedList

  init?(_ key: WindowKey) {
    guard case .sharedList(let own) = key else { return nil }
    self = own
  }
}

extension SharedPlaylistKey: OwnWindowKey {
  static let kind = WindowKind.sharedPlaylist

  init?(_ key: WindowKey) {
    guard case .sharedPlaylist(let own) = key else { return nil }
    self = own
  }
}

extension SharedChangesKey: OwnWindowKey {
  static let kind = WindowKind.sharedChanges

  init?(_ key: WindowKey) {
    guard case .sharedChanges(let own) = key else { return nil }
    self = own
  }
}

extension WindowTable {
  static let sharedSection = Section(
    title: "In shared playlists",
    entries: [
      WindowEntry(.sharedList(.accept), "shared-accept", "a", does: "accept an invitation"),
      WindowEntry(
        .sharedList(.share), "shared-share", "s", does: "with whom it is shared; share, or no more…"
      ),
      WindowEntry(
        .sharedList(.waiting), "shared-list-waiting", "w", does: "what waits or was refused…"),
      WindowEntry(.sharedList(.search), "shared-search", "/", does: "search playlists and owners"),
      WindowEntry(
        .sharedPlaylist(.react), "shared-react", "l", does: "listened, liked, loved, none"),
      WindowEntry(
        .sharedPlaylist(.listened), "shared-listened", "1", does: "listened, or no longer"),
      WindowEntry(.sharedPlaylist(.liked), "shared-liked", "2", does: "liked, or no longer"),
      WindowEntry(.sharedPlaylist(.loved), "shared-loved", "3", does: "loved, or no longer"),
      WindowEntry(
        .sharedPlaylist(.comment), "shared-comment", "c",
        does: "comment on the track, at the place that is heard"),
      WindowEntry(
        .sharedPlaylist(.commentOnTrack), "shared-comment-track", "C",
        does: "comment on the track as a whole"),
      WindowEntry(
        .sharedPlaylist(.otherPart), "shared-part", "Tab", "Shift-Tab",
        does: "to the comments, and back"),
      WindowEntry(.sharedPlaylist(.edit), "shared-edit", "e", does: "edit a comment of yours"),
      WindowEntry(
        .sharedPlaylist(.delete), "shared-delete", "d", "Del", does: "delete a comment of yours…"),
      WindowEntry(
        .sharedPlaylist(.earlier), "shared-earlier", "K", "Shift-Up", does: "move the track up"),
      WindowEntry(
        .sharedPlaylist(.later), "shared-later", "J", "Shift-Down", does: "move the track down"),
      WindowEntry(
        .sharedPlaylist(.share), "shared-playlist-share", "s",
        does: "with whom it is shared; share, or no more…"),
      WindowEntry(
        .sharedPlaylist(.waiting), "shared-playlist-waiting", "w",
        does: "what waits or was refused…"),
      WindowEntry(
        .sharedPlaylist(.search), "shared-playlist-search", "/", does: "search tracks and comments"),
      WindowEntry(.sharedChanges(.copy), "shared-copy", "c", does: "copy the words"),
      WindowEntry(
        .sharedChanges(.retry), "shared-retry", "r", does: "send it once more as it is"),
      WindowEntry(
        .sharedChanges(.discard), "shared-discard", "d", "Del", does: "discard a refused change…"),
    ])
}

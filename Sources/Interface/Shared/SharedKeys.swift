// The keys of the windows of shared playlists.

package enum SharedCommentsKey: Hashable, Sendable {
  /// A comment at the place that is heard, or on the track as a whole.
  case comment, commentOnTrack
  case edit, delete
}

package enum SharedChangesKey: Hashable, Sendable { case copy, retry, discard }

extension SharedCommentsKey: OwnWindowKey {
  static let kind = WindowKind.sharedComments

  init?(_ key: WindowKey) {
    guard case .sharedComments(let own) = key else { return nil }
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
      WindowEntry(
        .sharedComments(.comment), "said-comment", "c",
        does: "comment on the track, at the place that is heard"),
      WindowEntry(
        .sharedComments(.commentOnTrack), "said-comment-track", "C",
        does: "comment on the track as a whole"),
      WindowEntry(.sharedComments(.edit), "said-edit", "e", does: "edit a comment of yours"),
      WindowEntry(
        .sharedComments(.delete), "said-delete", "d", "Del", does: "delete a comment of yours…"),
      WindowEntry(.sharedChanges(.copy), "shared-copy", "c", does: "copy the words"),
      WindowEntry(
        .sharedChanges(.retry), "shared-retry", "r", does: "send it once more as it is"),
      WindowEntry(
        .sharedChanges(.discard), "shared-discard", "d", "Del", does: "discard a refused change…"),
    ])
}

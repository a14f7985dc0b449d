// Shared playlists as their server lists them.

/// A playlist without its tracks.
package struct ListedSharedPlaylist: Equatable, Sendable {
  package var id: String
  package var name: String
  package var details: String?
  package var owner: SharedPerson
  package var standing: SharedPlaylist.Standing
  package var rights: SharedRights
  /// Unix times in milliseconds; 0 for unknown.
  package var created: Int64
  package var updated: Int64

  package init(
    id: String, name: String, details: String? = nil, owner: SharedPerson,
    standing: SharedPlaylist.Standing, rights: SharedRights, created: Int64 = 0, updated: Int64 = 0
  ) {
    (self.id, self.name, self.details, self.owner) = (id, name, details, owner)
    (self.standing, self.rights) = (standing, rights)
    (self.created, self.updated) = (created, updated)
  }
}

/// A track at its place in a playlist.
package struct ListedSharedEntry: Equatable, Sendable {
  package var id: String
  package var position: Int64
  package var track: ServerTrack
  /// The track's place in the server's storage.
  package var path: String?
  /// As its owner has labelled it.
  package var labels: TrackLabels

  package init(
    id: String, position: Int64, track: ServerTrack, path: String? = nil,
    labels: TrackLabels = TrackLabels()
  ) {
    (self.id, self.position, self.track) = (id, position, track)
    (self.path, self.labels) = (path, labels)
  }
}

package struct ListedSharedRating: Equatable, Sendable {
  /// The server's id of the track.
  package var track: String
  package var rating: SharedRating

  package init(track: String, rating: SharedRating) {
    (self.track, self.rating) = (track, rating)
  }
}

package struct ListedSharedComment: Equatable, Sendable {
  /// The server's id of the track.
  package var track: String
  package var comment: SharedComment

  package init(track: String, comment: SharedComment) {
    (self.track, self.comment) = (track, comment)
  }
}

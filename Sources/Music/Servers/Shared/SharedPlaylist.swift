/// The id of a playlist that people share at a server.
package struct SharedPlaylistID: Hashable, Sendable {
  package var server: ServerID
  /// As the server names it.
  package var id: String

  package init(server: ServerID, id: String) {
    self.server = server
    self.id = id
  }
}

/// What somebody may do with a shared playlist besides hearing it.
package struct SharedRights: Hashable, Sendable {
  /// Put its tracks into another order.
  package var canEdit: Bool
  package var canRate: Bool

  package init(canEdit: Bool, canRate: Bool) {
    self.canEdit = canEdit
    self.canRate = canRate
  }

  package static let all = SharedRights(canEdit: true, canRate: true)
  package static let none = SharedRights(canEdit: false, canRate: false)
}

/// A playlist of one's own at a server for sharing, or one that somebody shares.
package struct SharedPlaylist: Equatable, Sendable, Identifiable {
  /// Whose it is, and whether it can be heard.
  package enum Standing: Equatable, Sendable {
    case own
    case shared
    /// Somebody shares it, and it is not accepted yet: its tracks are not there.
    case invited
    /// The rights are gone: what was seen is still there.
    case gone
  }

  package var id: SharedPlaylistID
  /// The server's name in the library.
  package var server: String
  package var name: String
  package var details: String?
  package var owner: SharedPerson
  package var standing: Standing
  package var rights: SharedRights
  /// Unix time in milliseconds of the server's clock; 0 for unknown.
  package var updated: Int64
  package var tracks: Int
  /// Ratings and comments of others that came since it was looked at.
  package var news: Int
  /// Changes that wait to be sent.
  package var waiting: Int
  /// Changes that the server has refused.
  package var refused: Int
  /// The playlist of the library with its tracks; nil where it was deleted there.
  package var playlist: PlaylistID?
  /// Whether reactions are of this playlist alone, as a collaborator's are.
  package var hasOwnReactions: Bool

  package init(
    id: SharedPlaylistID, server: String, name: String, details: String? = nil,
    owner: SharedPerson, standing: Standing, rights: SharedRights, updated: Int64 = 0,
    tracks: Int = 0, news: Int = 0, waiting: Int = 0, refused: Int = 0,
    playlist: PlaylistID? = nil, hasOwnReactions: Bool = false
  ) {
    (self.id, self.server, self.name, self.details) = (id, server, name, details)
    (self.owner, self.standing, self.rights, self.updated) = (owner, standing, rights, updated)
    (self.tracks, self.news, self.waiting, self.refused) = (tracks, news, waiting, refused)
    (self.playlist, self.hasOwnReactions) = (playlist, hasOwnReactions)
  }
}

/// A shared playlist with its tracks and what was said of them, changes that wait included.
package struct SharedContents: Equatable, Sendable {
  package var playlist: SharedPlaylist
  /// In order.
  package var entries: [SharedEntry]

  package init(playlist: SharedPlaylist, entries: [SharedEntry]) {
    self.playlist = playlist
    self.entries = entries
  }
}

/// A track at its place in a shared playlist.
package struct SharedEntry: Equatable, Sendable, Identifiable {
  /// As the server names the entry.
  package var id: String
  package var track: TrackID
  /// As the server names the track.
  package var serverTrack: String
  package var title: String
  package var artist: String?
  package var duration: Duration?
  /// One's own.
  package var reaction: Reaction
  /// Whether one's own reaction waits to be sent.
  package var isWaiting: Bool
  /// Of others, by their names.
  package var ratings: [SharedRating]
  /// Of everybody, the oldest first.
  package var comments: [SharedComment]

  package init(
    id: String, track: TrackID, serverTrack: String, title: String, artist: String? = nil,
    duration: Duration? = nil, reaction: Reaction = .none, isWaiting: Bool = false,
    ratings: [SharedRating] = [], comments: [SharedComment] = []
  ) {
    (self.id, self.track, self.serverTrack) = (id, track, serverTrack)
    (self.title, self.artist, self.duration) = (title, artist, duration)
    (self.reaction, self.isWaiting) = (reaction, isWaiting)
    (self.ratings, self.comments) = (ratings, comments)
  }
}

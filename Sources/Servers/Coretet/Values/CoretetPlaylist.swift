package import Music

/// A playlist, one's own or shared with one.
package struct CoretetPlaylist: Equatable, Sendable, Identifiable {
  package var id: String
  /// The user's id.
  package var owner: String
  /// Nil where the project does not tell.
  package var ownerName: String?
  package var name: String
  package var description: String?
  /// Unix time in milliseconds; 0 for unknown.
  package var created: Int64 = 0
  package var updated: Int64 = 0
  /// Nil for one's own.
  package var share: CoretetShare?

  package init(id: String, owner: String, name: String) {
    self.id = id
    self.owner = owner
    self.name = name
  }

  var ownerPerson: CoretetPerson { CoretetPerson(id: owner, name: ownerName) }

  /// What one may do with it.
  package var rights: CoretetRights {
    guard let share else { return CoretetRights(canEdit: true, canRate: true) }
    return share.status == .active ? share.rights : CoretetRights(canEdit: false, canRate: false)
  }
}

/// What somebody may do with a playlist besides hearing it and saying something.
package struct CoretetRights: Hashable, Sendable, Codable {
  package var canEdit: Bool
  package var canRate: Bool

  package init(canEdit: Bool, canRate: Bool) {
    self.canEdit = canEdit
    self.canRate = canRate
  }
}

/// That a playlist is shared with somebody.
package struct CoretetShare: Equatable, Sendable, Identifiable {
  package enum Status: Equatable, Sendable {
    case pending, active, revoked
    /// Another word, which gives no rights.
    case other(String)
  }

  package var id: String
  package var playlist: String
  package var email: String
  package var status: Status
  package var rights: CoretetRights
  /// Unix time in milliseconds; 0 for unknown.
  package var created: Int64
  /// The token of the share's link, where one may see it.
  package var token: Secret?

  package init(
    id: String, playlist: String, email: String, status: Status, rights: CoretetRights,
    created: Int64 = 0, token: Secret? = nil
  ) {
    self.id = id
    self.playlist = playlist
    self.email = email
    self.status = status
    self.rights = rights
    self.created = created
    self.token = token
  }
}

/// A track at its place in a playlist.
package struct CoretetEntry: Equatable, Sendable, Identifiable {
  package var id: String
  package var position: Int64
  /// Unix time in milliseconds; 0 for unknown.
  package var added: Int64
  package var track: CoretetTrack

  package init(id: String, position: Int64, added: Int64 = 0, track: CoretetTrack) {
    self.id = id
    self.position = position
    self.added = added
    self.track = track
  }
}

/// What the link of a share says to whoever holds it.
package struct CoretetInvitation: Equatable, Sendable {
  package var playlist: String
  package var name: String
  package var email: String
  package var status: CoretetShare.Status
}

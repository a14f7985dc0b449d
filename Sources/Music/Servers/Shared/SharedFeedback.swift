/// Somebody who shares, rates or says something.
package struct SharedPerson: Hashable, Sendable, Codable, Identifiable {
  package var id: String
  /// Nil where the server does not tell.
  package var name: String?
  package var isCollaborator: Bool

  package init(id: String, name: String? = nil, isCollaborator: Bool = false) {
    self.id = id
    self.name = name
    self.isCollaborator = isCollaborator
  }

  /// For rows; never empty.
  package var shownName: String { name ?? (isCollaborator ? "a collaborator" : "somebody") }
}

/// Somebody's reaction to a track.
package struct SharedRating: Equatable, Sendable {
  package var person: SharedPerson
  /// Never none.
  package var reaction: Reaction
  /// Unix time in milliseconds; 0 for unknown.
  package var updated: Int64
  /// Whether it came since the playlist was looked at.
  package var isNew: Bool

  package init(
    person: SharedPerson, reaction: Reaction, updated: Int64 = 0, isNew: Bool = false
  ) {
    (self.person, self.reaction, self.updated, self.isNew) = (person, reaction, updated, isNew)
  }
}

/// Somebody's comment on a track.
package struct SharedComment: Equatable, Sendable, Identifiable {
  package enum State: Equatable, Sendable {
    case sent
    /// It, or an edit of it, waits to be sent.
    case waiting
    /// For this reason; the words are those that were typed.
    case refused(String)
  }

  /// As the server names it.
  package var id: String
  package var person: SharedPerson
  /// From the start of the track; nil for all of it.
  package var place: Duration?
  /// In lines, without the place.
  package var text: String
  /// Unix times in milliseconds; `edited` is nil for one that never was.
  package var created: Int64
  package var edited: Int64?
  package var isOwn: Bool
  /// Whether it came since the playlist was looked at.
  package var isNew: Bool
  package var state: State

  package init(
    id: String, person: SharedPerson, place: Duration? = nil, text: String, created: Int64,
    edited: Int64? = nil, isOwn: Bool = false, isNew: Bool = false, state: State = .sent
  ) {
    (self.id, self.person, self.place, self.text) = (id, person, place, text)
    (self.created, self.edited, self.isOwn) = (created, edited, isOwn)
    (self.isNew, self.state) = (isNew, state)
  }
}

/// The sharing of a playlist with somebody.
package struct SharedShare: Equatable, Sendable {
  package enum Status: Equatable, Sendable {
    case invited, active, revoked
    /// Another word of the server's, which gives no rights.
    case other(String)
  }

  package var email: String
  package var rights: SharedRights
  package var status: Status

  package init(email: String, rights: SharedRights, status: Status) {
    (self.email, self.rights, self.status) = (email, rights, status)
  }
}

/// A change of one's own that the server does not have, since it waits to be sent or was refused.
package struct SharedChange: Equatable, Sendable, Identifiable {
  package var id: String
  package var server: ServerID
  /// The server's id of the playlist; nil where the change names none.
  package var playlist: String?
  /// A phrase: "a comment on Take 3".
  package var subject: String
  /// What was typed; nil for changes without words.
  package var words: String?
  /// Unix time in milliseconds.
  package var made: Int64
  /// The line for the user where the server has refused it; nil while it waits.
  package var refusal: String?
  /// Why it is not sent with the next attempt: it was set aside, or waits for somebody else to sign
  /// in. Nil where it is, and for a refused one.
  package var hold: String?

  /// Whether it is not sent with the next attempt.
  package var isStopped: Bool { refusal != nil || hold != nil }

  package init(
    id: String, server: ServerID, playlist: String?, subject: String, words: String?, made: Int64,
    refusal: String? = nil, hold: String? = nil
  ) {
    (self.id, self.server, self.playlist, self.subject) = (id, server, playlist, subject)
    (self.words, self.made, self.refusal, self.hold) = (words, made, refusal, hold)
  }
}

internal import GRDB
package import Music

/// A change of a user that the server has by now, for what is stored of its playlists.
package enum SharedCacheEdit: Equatable, Sendable {
  /// Nil for the playlist where it holds in all of them. `none` takes the rating away.
  case rated(track: String, playlist: String?, Reaction, at: Int64)
  case commented(playlist: String, track: String, SharedComment)
  case edited(comment: String, text: String, place: Duration?, at: Int64)
  case deleted(comment: String)
  /// Entries that follow each other, moved behind another one; to the beginning for nil.
  case moved(playlist: String, entries: [String], after: String?)
}

extension Database {
  func apply(_ edit: SharedCacheEdit, of server: ServerID, by person: SharedPerson) throws {
    let source = server.rawValue
    switch edit {
    case .rated(let track, let playlist, let reaction, let time):
      let playlists = try String.fetchAll(
        self,
        sql: """
          SELECT DISTINCT playlist FROM shared_entries
          WHERE source = ?1 AND track = ?2 AND (?3 IS NULL OR playlist = ?3)
          """, arguments: [source, track, playlist])
      for playlist in playlists {
        try execute(
          sql: """
            DELETE FROM shared_ratings
            WHERE source = ? AND playlist = ? AND track = ? AND person = ? AND is_collaborator = ?
            """, arguments: [source, playlist, track, person.id, person.isCollaborator])
        guard reaction != .none else { continue }
        let rating = SharedRating(person: person, reaction: reaction, updated: time)
        try insert(ListedSharedRating(track: track, rating: rating), source, playlist)
      }
    case .commented(let playlist, let track, let comment):
      let isThere = try Bool.fetchOne(
        self,
        sql: "SELECT EXISTS (SELECT 1 FROM shared_playlists WHERE source = ? AND id = ?)",
        arguments: [source, playlist])
      guard isThere == true else { return }
      try insert(ListedSharedComment(track: track, comment: comment), source, playlist)
    case .edited(let comment, let text, let place, let time):
      try execute(
        sql: """
          UPDATE shared_comments SET text = ?, place = ?, edited = ? WHERE source = ? AND id = ?
          """, arguments: [text, place.map(\.wholeMicroseconds), time, source, comment])
    case .deleted(let comment):
      try execute(
        sql: "DELETE FROM shared_comments WHERE source = ? AND id = ?",
        arguments: [source, comment])
    case .moved(let playlist, let entries, let anchor):
      try move(entries, of: SharedPlaylistID(server: server, id: playlist), after: anchor)
    }
  }

  func insert(_ listed: ListedSharedRating, _ source: Int64, _ playlist: String) throws {
    let rating = listed.rating
    try cachedStatement(
      sql: """
        INSERT OR REPLACE INTO shared_ratings (source, playlist, track, person, name,
          is_collaborator, reaction, updated, is_new)
        VALUES \(Database.marks(9))
        """
    ).execute(arguments: [
      source, playlist, listed.track, rating.person.id, rating.person.name,
      rating.person.isCollaborator, rating.reaction.rawValue, rating.updated, rating.isNew,
    ])
  }

  func insert(_ listed: ListedSharedComment, _ source: Int64, _ playlist: String) throws {
    let comment = listed.comment
    try cachedStatement(
      sql: """
        INSERT OR REPLACE INTO shared_comments (source, playlist, id, track, person, name, place,
          text, created, edited, is_new)
        VALUES \(Database.marks(11))
        """
    ).execute(arguments: [
      source, playlist, comment.id, listed.track, comment.person.id, comment.person.name,
      comment.place.map(\.wholeMicroseconds), comment.text, comment.created, comment.edited,
      comment.isNew,
    ])
  }
}

import FoundationEssentials
internal import GRDB
package import Music

extension Library {
  /// The comments on a track, the oldest first.
  package func comments(of track: TrackID) async throws(LibraryError) -> [TrackComment] {
    try await read { db in try db.comments(of: [try db.current(track)]) }
  }

  /// The comments on some tracks by track, the oldest first; tracks without are left out.
  package func comments(of tracks: [TrackID]) async throws(LibraryError)
    -> [TrackID: [TrackComment]]
  {
    try await read { db in
      Dictionary(grouping: try db.comments(of: try db.current(Set(tracks))), by: \.track)
    }
  }

  /// The comments of shared playlists on a track, as far as servers have told of them. Those of the
  /// person who is signed in have no author; those that wait to be sent are not among them.
  package func sharedComments(of track: TrackID) async throws(LibraryError) -> [TrackComment] {
    try await read { db in
      let track = try db.current(track)
      let people = Dictionary(
        uniqueKeysWithValues: try db.servers().map { ($0.id.rawValue, $0.options.person?.id) })
      // One that shows in several playlists comes once.
      return try Row.fetchAll(
        db,
        sql: """
          SELECT c.id, c.source, c.person, c.name, c.place, c.text, c.created, c.edited
          FROM shared_tracks s
            JOIN shared_entries e ON e.source = s.source AND e.track = s.id
            JOIN shared_comments c
              ON c.source = e.source AND c.playlist = e.playlist AND c.track = e.track
            JOIN servers v ON v.source = s.source AND NOT v.removed
          WHERE s.track = ? GROUP BY c.source, c.id ORDER BY c.created, c.id
          """, arguments: [track]
      ).map { row in
        let person: String = try row.value(2)
        let isOwn = try people[row.value(1)] == person
        var comment = TrackComment(
          id: CommentID(rawValue: try row.value(0)), track: TrackID(track),
          place: try row.time(4),
          author: isOwn ? nil : SharedPerson(id: person, name: try row.value(3)).shownName,
          text: try row.value(5), created: try row.value(6), edited: try row.value(7))
        comment.isShared = true
        return comment
      }
    }
  }

  /// Writes a comment of the user, as one step.
  ///
  /// - Parameters:
  ///   - place: From the start of the file; nil for all of the track.
  ///   - author: Somebody else's name, for what comes from elsewhere.
  package func addComment(
    _ text: String, to track: TrackID, at place: Duration? = nil, by author: String? = nil,
    id: CommentID = .random()
  ) async throws(LibraryError) -> TrackComment {
    let text = try Library.tidied(text)
    return try await edit(changing: .marks, name: { "commented on \($0.1)" }) {
      db -> (TrackComment, String) in
      let track = try db.current(track)
      let subject = try db.commented(track, at: place)
      let count =
        try Int.fetchOne(
          db, sql: "SELECT count(*) FROM comments WHERE track = ?", arguments: [track]) ?? 0
      guard count < TrackComment.maximumOfTrack else {
        throw LibraryError.label(.tooManyComments)
      }
      let comment = TrackComment(
        id: id, track: TrackID(track), place: place, author: author.map(LabelText.line), text: text,
        created: Date.now.unixMilliseconds)
      try db.insert(comment)
      return (comment, subject)
    }.0
  }

  /// Changes the text or the place of a comment of the user, as one step.
  ///
  /// - Throws: `.label(.noSuchComment)`, and `.label(.notYours)` for somebody else's.
  package func editComment(
    _ id: CommentID, text: String? = nil, place: EntryDetails.Change<Duration?> = .keep
  ) async throws(LibraryError) -> TrackComment {
    let text = try text.map { text throws(LibraryError) in try Library.tidied(text) }
    return try await edit(changing: .marks, name: { "changed a comment on \($0.1)" }) {
      db -> (TrackComment, String) in
      var comment = try db.comment(id)
      guard comment.author == nil else { throw LibraryError.label(.notYours) }
      let old = comment
      if let text { comment.text = text }
      if case .set(let place) = place { comment.place = place }
      let subject = try db.commented(comment.track.rawValue, at: comment.place)
      guard comment != old else { return (comment, subject) }
      comment.edited = Date.now.unixMilliseconds
      try db.execute(
        sql: "UPDATE comments SET text = ?, place = ?, edited = ? WHERE uuid = ?",
        arguments: [
          comment.text, comment.place?.wholeMicroseconds, comment.edited, comment.id.rawValue,
        ])
      return (comment, subject)
    }.0
  }

  /// Deletes comments of the user, as one step.
  ///
  /// - Throws: `.label(.notYours)` for somebody else's, with nothing deleted.
  @discardableResult
  package func removeComments(_ ids: [CommentID]) async throws(LibraryError) -> Int {
    let name: @Sendable ((Int, String)) -> String = {
      "deleted \($0.0.counted("comment", one: "a", .plain)) on \($0.1)"
    }
    return try await edit(changing: .marks, name: name) { db -> (Int, String) in
      var tracks: Set<Int64> = []
      for id in ids {
        let comment = try db.comment(id)
        guard comment.author == nil else { throw LibraryError.label(.notYours) }
        try db.execute(sql: "DELETE FROM comments WHERE uuid = ?", arguments: [id.rawValue])
        tracks.insert(comment.track.rawValue)
      }
      return (ids.count, try db.subject(of: tracks.sorted()))
    }.0
  }

  private static func tidied(_ text: String) throws(LibraryError) -> String {
    do { return try TrackComment.tidied(text) } catch { throw .label(error) }
  }
}

extension Database {
  private static let columnsOfComments = "uuid, track, place, author, text, created, edited"

  /// The comments on some tracks, each track's oldest first.
  func comments(of tracks: [Int64]) throws -> [TrackComment] {
    var comments: [TrackComment] = []
    try inSlices(tracks) { slice in
      comments += try self.comments(
        where: "track IN \(Database.marks(slice.count))", StatementArguments(slice))
    }
    return comments
  }

  /// The comments that satisfy a condition of ours.
  func comments(where condition: String, _ values: StatementArguments) throws -> [TrackComment] {
    try Row.fetchAll(
      try cachedStatement(
        sql: """
          SELECT \(Database.columnsOfComments) FROM comments
          WHERE \(condition) ORDER BY track, created, id
          """), arguments: values
    ).map { try TrackComment($0) }
  }

  fileprivate func comment(_ id: CommentID) throws -> TrackComment {
    let row = try Row.fetchOne(
      self, sql: "SELECT \(Database.columnsOfComments) FROM comments WHERE uuid = ?",
      arguments: [id.rawValue])
    guard let row else { throw LibraryError.label(.noSuchComment) }
    return try TrackComment(row)
  }

  func insert(_ comment: TrackComment) throws {
    try cachedStatement(
      sql: "INSERT INTO comments (\(Database.columnsOfComments)) VALUES \(Database.marks(7))"
    ).execute(
      arguments: [
        comment.id.rawValue, comment.track.rawValue, comment.place?.wholeMicroseconds,
        comment.author, comment.text, comment.created, comment.edited,
      ])
  }

  /// The title of a track with a comment at a place, which has to be within it.
  fileprivate func commented(_ track: Int64, at place: Duration?) throws -> String {
    guard let found = try tracks([track])[track] else { throw LibraryError.noSuchTrack }
    let length = found.audio.duration ?? EntryPlayback.latest
    if let place, place < .zero || place > length { throw LibraryError.label(.outside(length)) }
    return found.title
  }
}

extension TrackComment {
  /// Another program's row is read as far as it makes sense.
  fileprivate init(_ row: Row) throws {
    let text = LabelText.lines(try row.value(4))
    self.init(
      id: CommentID(rawValue: try row.value(0)), track: TrackID(try row.value(1)),
      place: try row.time(2).map { max(.zero, min($0, EntryPlayback.latest)) },
      author: (try row.value(3) as String?).map(LabelText.line),
      text: String(text.unicodeScalars.prefix(LabelFault.Label.comment.maximumLength)),
      created: try row.value(5), edited: try row.value(6))
  }
}

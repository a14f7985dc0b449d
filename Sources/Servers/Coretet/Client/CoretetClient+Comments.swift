internal import HTTP
internal import Music

extension CoretetClient {
  private static let mostComments = 100_000

  /// What was said of the tracks of a playlist, the oldest first, by everybody.
  ///
  /// - Parameter track: one track alone.
  package func comments(
    in playlist: String, on track: String? = nil
  ) async throws(CoretetError) -> [CoretetComment] {
    let playlist = try valid(playlist, "the playlist")
    let track = try track.map { track throws(CoretetError) in try self.valid(track, "the track") }
    // The view has the names; rules of profiles may hide them.
    if let found = try await ifThere(
      names[.namedComments],
      { () throws(CoretetError) in try await self.comments(.namedComments, playlist, track) })
    {
      return found
    }
    let found = try await commentsInShape { filter throws(CoretetError) in
      var call = self.commentsCall(.comments, track)
      filter(&call, playlist)
      return try await self.steadyPages(call, .comments, most: Self.mostComments)
        .compactMap(\.comment)
    }
    return try await named(found, by: \.person) { $0.person = $1 }
  }

  private func comments(
    _ table: CoretetNames.Table, _ playlist: String, _ track: String?
  ) async throws(CoretetError) -> [CoretetComment] {
    var call = commentsCall(table, track)
    call.add("select", "*")
    call.add(names[table, "playlist_id"], "eq.\(playlist)")
    return try await steadyPages(call, table, most: Self.mostComments).compactMap(\.comment)
  }

  /// Reads comments of a playlist; those of some projects belong to tracks alone.
  ///
  /// - Parameter columns: as `select` has them.
  func commentsInShape<Value>(
    columns: String = "*",
    _ read: ((inout Call, String) -> Void) async throws(CoretetError) -> Value
  ) async throws(CoretetError) -> Value {
    let direct = try await ifThere("\(names[.comments]).playlist") { () throws(CoretetError) in
      try await read { call, playlist in
        call.add("select", columns)
        call.add(self.names[.comments, "playlist_id"], "eq.\(playlist)")
      }
    }
    if let direct { return direct }
    let (tracks, entries) = (names[.tracks], names[.entries])
    return try await read { call, playlist in
      call.add("select", "\(columns),\(tracks)!inner(\(entries)!inner(id))")
      call.add(
        "\(tracks).\(entries).\(self.names[.entries, "playlist_id"])", "eq.\(playlist)")
    }
  }

  private func commentsCall(_ table: CoretetNames.Table, _ track: String?) -> Call {
    var call = call(.get, table, "the comments")
    call.bodyLimit = Self.largeBody
    if let track { call.add(names[table, "track_id"], "eq.\(track)") }
    call.add("order", "\(names[table, "created_at"]).asc,id.asc")
    return call
  }

  // MARK: Writing

  /// The user's id: the tables have none of a collaborator's.
  private func author() async throws(CoretetError) -> String {
    guard case .user(let id, _) = try await identity() else {
      throw .server(.unsupported(what: "commenting as a collaborator"))
    }
    return id
  }

  /// Says something once, however often it is sent.
  func addComment(
    _ comment: String, on track: String, in playlist: String?, _ words: String, made: Int64
  ) async throws(CoretetError) -> Written {
    let author = try await author()
    let (id, track) = (try valid(comment, "the comment"), try valid(track, "the track"))
    let list = try playlist.map { list throws(CoretetError) in
      try self.valid(list, "the playlist")
    }
    let time = InternetDate.text(made)
    do throws(CoretetError) {
      let isNew = try await inCommentShape { shape throws(CoretetError) in
        var row = [
          "id": id, self.names[.comments, "track_id"]: track,
          self.names[.comments, "user_id"]: author, shape.words: words,
          self.names[.comments, "created_at"]: time, self.names[.comments, "updated_at"]: time,
        ]
        if shape.havePlaylist, let list { row[self.names[.comments, "playlist_id"]] = list }
        var call = self.call(.post, .comments, "the comment")
        call.add("select", "id")
        call.add("on_conflict", "id")
        call.prefer = ["resolution=ignore-duplicates"]
        call.isRepeated = false
        call.body = try self.body(row)
        return try await self.changed(call, .comments) > 0
      }
      if isNew { return .at(made) }
    } catch {
      // The same words of the same person on the same track in the same playlist.
      guard case .taken = error else { throw error }
      return .at(made)
    }
    // It is there, by an attempt whose answer was lost, perhaps with words that were changed since.
    if let there = try await ownComment(id, author), there.words == words {
      return .at(there.edited)
    }
    return try await editComment(id, words, made: made, follows: 0)
  }

  /// One's comment as the project has it; nil where it is gone.
  private func ownComment(
    _ id: String, _ author: String
  ) async throws(CoretetError) -> CoretetComment? {
    var call = call(.get, .comments, "the comment")
    call.add("select", "*")
    call.add("id", "eq.\(id)")
    call.isRepeated = false
    let there = try await response(to: call).rows(names, .comments).first?.comment
    guard there.map({ $0.person.id == author }) ?? true else {
      throw .server(.notAllowed(what: "the comment"))
    }
    return there
  }

  /// Changes one's words, unless newer ones are there.
  func editComment(
    _ comment: String, _ words: String, made: Int64, follows: Int64
  ) async throws(CoretetError) -> Written {
    let author = try await author()
    let id = try valid(comment, "the comment")
    let older = "lt.\(limit(made, follows))"
    if let written = try await edited(id, author, words, where: older) { return .at(written) }
    guard let there = try await ownComment(id, author) else {
      throw .server(.notFound(what: "the comment"))
    }
    if there.words == words { return .at(there.edited) }
    // One without a time is neither older nor newer.
    if there.edited == 0,
      let written = try await edited(id, author, words, where: "is.null")
    {
      return .at(written)
    }
    try requireNewer(there.edited, made, follows, "the comment")
    return .newer
  }

  /// Changes one's words if the time of the last change is one of those.
  ///
  /// - Returns: The time of the row then; nil where nothing was changed.
  private func edited(
    _ id: String, _ author: String, _ words: String, where times: String
  ) async throws(CoretetError) -> Int64? {
    try await inCommentShape { shape throws(CoretetError) -> Int64? in
      var call = self.ownCall(.patch, id, author, where: times)
      call.add("select", "*")
      call.prefer = ["return=representation"]
      call.body = try self.body([shape.words: words])
      return try await self.response(to: call).rows(self.names, .comments).first?
        .time("updated_at")
    }
  }

  /// A call about one's comment if the time of its last change is one of those.
  private func ownCall(
    _ method: HTTPMethod, _ id: String, _ author: String, where times: String
  ) -> Call {
    var call = call(method, .comments, "the comment")
    call.add("id", "eq.\(id)")
    call.add(names[.comments, "user_id"], "eq.\(author)")
    call.add(names[.comments, "updated_at"], times)
    call.isRepeated = false
    return call
  }

  /// Takes one's comment back, unless newer words are there; one that is gone already is as good.
  ///
  /// - Throws: `.server(.notAllowed)` also where rules of rows leave the comment as it is, or hide it.
  func deleteComment(
    _ comment: String, in playlist: String?, made: Int64, follows: Int64
  ) async throws(CoretetError) {
    let author = try await author()
    let id = try valid(comment, "the comment")
    guard try await removed(id, author, where: "lt.\(limit(made, follows))") == 0 else { return }
    guard let there = try await ownComment(id, author) else {
      guard let playlist, try await !isVisible(playlist) else { return }
      throw .server(.notAllowed(what: "the comment"))
    }
    // One without a time is neither older nor newer.
    if there.edited == 0, try await removed(id, author, where: "is.null") > 0 { return }
    try requireNewer(there.edited, made, follows, "the comment")
  }

  /// Removes one's comment if the time of its last change is one of those.
  ///
  /// - Returns: The number of rows that are gone by that.
  private func removed(
    _ id: String, _ author: String, where times: String
  ) async throws(CoretetError) -> Int {
    var call = ownCall(.delete, id, author, where: times)
    call.add("select", "id")
    return try await changed(call, .comments)
  }

  /// Writes a comment in the shape of the project's table, which is found out at the first time.
  private func inCommentShape<Value>(
    _ write: (CoretetShapes.Comments) async throws(CoretetError) -> Value
  ) async throws(CoretetError) -> Value {
    var shape =
      shapes.comments ?? CoretetShapes.Comments(words: names[.comments, "content"])
    while true {
      do throws(CoretetError) {
        let value = try await write(shape)
        shapes.comments = shape
        return value
      } catch {
        guard case .notThere(let column) = error else { throw error }
        switch column {
        case names[.comments, "playlist_id"] where shape.havePlaylist: shape.havePlaylist = false
        case shape.words where shape.words != Self.otherWords: shape.words = Self.otherWords
        default: throw error
        }
      }
    }
  }

  /// The column of the words in the second shape of the table.
  private static let otherWords = "comment"
}

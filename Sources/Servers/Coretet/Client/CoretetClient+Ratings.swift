internal import HTTP
internal import Music

extension CoretetClient {
  /// Milliseconds by which two clocks may differ: a change of the server within them is not newer.
  static let noise: Int64 = 2_000

  private static let mostRatings = 200_000

  /// The time from which on a row is newer than a change.
  ///
  /// - Parameters:
  ///   - made: when the change was made, in milliseconds of the server's clock.
  ///   - follows: the time of a row that the change is known to follow.
  func limit(_ made: Int64, _ follows: Int64) -> String {
    InternetDate.text(limitTime(made, follows))
  }

  private func limitTime(_ made: Int64, _ follows: Int64) -> Int64 {
    max(made + Self.noise, follows + 1)
  }

  /// Where a change has left a row as it is: it is a newer one, or rules of rows did not allow the
  /// change, without an error.
  func requireNewer(
    _ time: Int64, _ made: Int64, _ follows: Int64, _ what: String
  ) throws(CoretetError) {
    guard time >= limitTime(made, follows) else { throw .server(.notAllowed(what: what)) }
  }

  /// The column for the time of a rating, and that of the person.
  private func columns(_ table: CoretetNames.Table) -> (person: String, time: String) {
    table == .guestRatings
      ? (names[table, "collaborator_id"], names[table, "rated_at"])
      : (names[table, "user_id"], names[table, "updated_at"])
  }

  /// A rating's key, and where it belongs.
  struct RatingKey: Equatable {
    var table: CoretetNames.Table
    /// Columns and their values.
    var columns: [(String, String)]

    static func == (a: Self, b: Self) -> Bool {
      a.table == b.table && a.columns.elementsEqual(b.columns, by: ==)
    }
  }

  func ratingKey(
    _ track: String, in playlist: String?
  ) async throws(CoretetError) -> RatingKey {
    let track = try valid(track, "the track")
    switch try await identity() {
    case .user(let id, _):
      return RatingKey(
        table: .ratings,
        columns: [(names[.ratings, "track_id"], track), (names[.ratings, "user_id"], id)])
    case .collaborator(let id, _, _):
      guard let playlist else {
        throw .server(.unsupported(what: "rating outside of a shared playlist"))
      }
      return RatingKey(
        table: .guestRatings,
        columns: [
          (names[.guestRatings, "track_id"], track),
          (names[.guestRatings, "playlist_id"], try valid(playlist, "the playlist")),
          (names[.guestRatings, "collaborator_id"], id),
        ])
    }
  }

  /// What came of a change that another machine of the same person may have made a newer one of.
  enum Written: Equatable, Sendable {
    /// At this time, in milliseconds of the server's clock.
    case at(Int64)
    case newer
  }

  /// Sets the rating of whoever is signed in, unless a newer one is there.
  ///
  /// - Parameters:
  ///   - made: Unix time in milliseconds of the server's clock; it becomes that of the rating.
  ///   - follows: the time of the last rating that this one is known to follow.
  func rate(
    _ key: RatingKey, _ word: String, made: Int64, follows: Int64
  ) async throws(CoretetError) -> Written {
    let (rating, time) = (names[key.table, "rating"], columns(key.table).time)
    var row: [String: String] = [rating: word, time: InternetDate.text(made)]
    var change = call(.patch, key.table, "the rating")
    change.add("select", "*")
    for (column, value) in key.columns { change.add(column, "eq.\(value)") }
    change.add(time, "lt.\(limit(made, follows))")
    change.isRepeated = false
    change.body = try body(row)
    if let found = try await written(change, key.table) { return .at(found) }
    for (column, value) in key.columns { row[column] = value }
    if let found = try await written(upsert(key, row, "ignore-duplicates"), key.table) {
      return .at(found)
    }
    // One is there. It may be ours, whose answer was lost, or one without a time.
    if let there = try await stored(key) {
      // A newer one of another machine with the same word is none that later ones of ours follow.
      if there.word == word { return .at(min(there.time, made + Self.noise)) }
      guard there.time == 0 else {
        try requireNewer(there.time, made, follows, "the rating")
        return .newer
      }
    }
    return .at(try await written(upsert(key, row, "merge-duplicates"), key.table) ?? made)
  }

  /// The rating as the project has it; nil for none.
  private func stored(
    _ key: RatingKey
  ) async throws(CoretetError) -> (word: String?, time: Int64)? {
    var look = call(.get, key.table, "the rating")
    look.add("select", "*")
    for (column, value) in key.columns { look.add(column, "eq.\(value)") }
    look.isRepeated = false
    return try await response(to: look).rows(names, key.table).first.map {
      ($0.name("rating"), $0.time(key.table == .guestRatings ? "rated_at" : "updated_at"))
    }
  }

  private func upsert(
    _ key: RatingKey, _ row: [String: String], _ resolution: String
  ) throws(CoretetError) -> Call {
    var call = call(.post, key.table, "the rating")
    call.add("select", "*")
    call.add("on_conflict", key.columns.map(\.0).joined(separator: ","))
    call.prefer = ["resolution=\(resolution)"]
    call.isRepeated = false
    call.body = try body(row)
    return call
  }

  /// The time of the row that a call has written; nil where it has written none.
  private func written(
    _ call: Call, _ table: CoretetNames.Table
  ) async throws(CoretetError) -> Int64? {
    var call = call
    call.prefer.append("return=representation")
    return try await response(to: call).rows(names, table).first
      .map { $0.time(table == .guestRatings ? "rated_at" : "updated_at") }
  }

  /// Takes the rating back, unless a newer one is there.
  ///
  /// - Throws: `.server(.notAllowed)` also where rules of rows leave it as it is.
  func clearRating(
    _ key: RatingKey, made: Int64, follows: Int64
  ) async throws(CoretetError) {
    guard try await removed(key, where: "lt.\(limit(made, follows))") == 0,
      let there = try await stored(key)
    else { return }
    // One without a time is neither older nor newer.
    if there.time == 0, try await removed(key, where: "is.null") > 0 { return }
    try requireNewer(there.time, made, follows, "the rating")
  }

  /// Removes the rating if its time is one of those.
  ///
  /// - Returns: The number of rows that are gone by that.
  private func removed(
    _ key: RatingKey, where times: String
  ) async throws(CoretetError) -> Int {
    var call = call(.delete, key.table, "the rating")
    call.add("select", "track_id")
    for (column, value) in key.columns { call.add(column, "eq.\(value)") }
    call.add(columns(key.table).time, times)
    call.isRepeated = false
    return try await changed(call, key.table)
  }

  // MARK: Reading

  /// What everybody thinks of the tracks of a playlist, the ratings of collaborators included.
  package func ratings(in playlist: String) async throws(CoretetError) -> [CoretetRating] {
    let playlist = try valid(playlist, "the playlist")
    var all: [CoretetRating] = []
    if let users = try await ifThere(
      names[.ratings],
      { () throws(CoretetError) in try await self.userRatings(playlist) })
    {
      all += try await named(users, by: \.person) { $0.person = $1 }
    }
    all +=
      try await ifThere(
        names[.guestRatings],
        { () throws(CoretetError) in try await self.guestRatings(playlist) }) ?? []
    return all
  }

  /// As `ratings(in:)`; nil where the table of the person's own ratings is not there, which does not
  /// say that nothing is rated.
  func knownRatings(in playlist: String) async throws(CoretetError) -> [CoretetRating]? {
    let ratings = try await ratings(in: playlist)
    let isCollaborator =
      if case .collaborator = try await session.identity() { true } else { false }
    return shapes.lacks(names[isCollaborator ? .guestRatings : .ratings]) ? nil : ratings
  }

  private func userRatings(_ playlist: String) async throws(CoretetError) -> [CoretetRating] {
    var call = call(.get, .ratings, "the ratings")
    let (tracks, entries) = (names[.tracks], names[.entries])
    let columns = ["track_id", "user_id", "rating", "updated_at"].map { names[.ratings, $0] }
    call.add(
      "select", columns.joined(separator: ",") + ",\(tracks)!inner(\(entries)!inner(id))")
    call.add("\(tracks).\(entries).\(names[.entries, "playlist_id"])", "eq.\(playlist)")
    call.add("order", "\(columns[0]).asc,\(columns[1]).asc")
    return try await steadyPages(call, .ratings, most: Self.mostRatings).compactMap(\.rating)
  }

  private func guestRatings(_ playlist: String) async throws(CoretetError) -> [CoretetRating] {
    var call = call(.get, .guestRatings, "the ratings")
    call.add("select", "*,person:\(names[.collaborators])(id,\(names[.collaborators, "name"]))")
    call.add(names[.guestRatings, "playlist_id"], "eq.\(playlist)")
    call.add("order", "id.asc")
    return try await steadyPages(call, .guestRatings, most: Self.mostRatings).compactMap(\.rating)
  }

  // MARK: Names

  /// Ids in one filter.
  private static let idsAtOnce = 100

  /// Values with the names of their people, which those of users have in a table of their own.
  func named<Value>(
    _ values: [Value], by person: (Value) -> CoretetPerson,
    set: (inout Value, CoretetPerson) -> Void
  ) async throws(CoretetError) -> [Value] {
    let known = shapes.people
    let unnamed = Set(values.map(person).filter { $0.name == nil && known[$0.id] == nil }.map(\.id))
      .sorted()
    for start in stride(from: 0, to: unnamed.count, by: Self.idsAtOnce) {
      let ids = unnamed[start..<min(start + Self.idsAtOnce, unnamed.count)]
      let found = try await ifThere(names[.profiles]) { () throws(CoretetError) in
        try await people(Array(ids))
      }
      shapes.note(found ?? [])
    }
    let all = shapes.people
    return values.map { value in
      var one = person(value)
      guard one.name == nil, let name = all[one.id] else { return value }
      one.name = name
      var named = value
      set(&named, one)
      return named
    }
  }

  private func people(_ ids: [String]) async throws(CoretetError) -> [CoretetPerson] {
    var call = call(.get, .profiles, "the names")
    call.add("select", "*")
    call.add("id", "in.(\(ids.joined(separator: ",")))")
    return try await response(to: call).rows(names, .profiles).compactMap(\.person)
  }
}

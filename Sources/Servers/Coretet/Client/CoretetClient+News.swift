internal import HTTP
internal import Music

/// What a poll of a playlist has seen, by which the next one finds what is new.
package struct CoretetMark: Equatable, Sendable, Codable {
  fileprivate var ratings = ""
  fileprivate var comments = ""
  fileprivate var entries = ""
}

/// What others have done with a playlist since a mark.
package struct CoretetNews: Equatable, Sendable {
  /// For the next poll.
  package var mark: CoretetMark
  /// All ratings; nil where none has changed.
  package var ratings: [CoretetRating]?
  /// All comments; nil where none has changed.
  package var comments: [CoretetComment]?
  /// Whether tracks came, went or were moved.
  package var hasOtherEntries: Bool
}

extension CoretetClient {
  /// Entries up to which a poll sees each move, and not only what came and went.
  private static let mostPolledEntries = 1_000
  /// Comments up to which a poll sees each that came, also where another one went and the times of
  /// what came are early ones.
  private static let mostPolledComments = 1_000

  /// Looks for what is new in a playlist, with a few small requests where nothing is.
  ///
  /// - Parameter mark: nil for all.
  package func news(
    of playlist: String, since mark: CoretetMark?
  ) async throws(CoretetError) -> CoretetNews {
    // The project may have been changed since the last listing.
    if mark == nil { lookAgain() }
    let old = mark ?? CoretetMark()
    var new = CoretetMark()
    // Ratings carry the time at which they were made, perhaps without a network: an older one may
    // be new. They are short, so that all are read.
    let ratings = try await knownRatings(in: playlist)
    new.ratings =
      ratings.map { ratings in
        Self.digest(ratings.map { "\($0.track) \($0.person.id) \($0.reaction) \($0.updated)" })
      } ?? old.ratings
    new.comments = try await commentsMark(in: playlist)
    new.entries = try await entriesMark(of: playlist)
    let comments = new.comments == old.comments ? nil : try await comments(in: playlist)
    return CoretetNews(
      mark: new, ratings: new.ratings == old.ratings ? nil : ratings, comments: comments,
      hasOtherEntries: new.entries != old.entries)
  }

  private static func digest(_ lines: [String]) -> String {
    SHA256.digest(of: Array(lines.sorted().joined(separator: "\n").utf8))
  }

  private func commentsMark(in playlist: String) async throws(CoretetError) -> String {
    let playlist = try valid(playlist, "the playlist")
    let columns = "id,\(names[.comments, "updated_at"])"
    return try await commentsInShape(columns: columns) { filter throws(CoretetError) in
      var call = self.call(.get, .comments, "the comments")
      filter(&call, playlist)
      let newest = try await self.newest(call, .comments, "updated_at")
      guard Self.count(newest) <= Self.mostPolledComments else { return newest }
      call.add("order", "id.asc")
      let rows = try await self.steadyPages(call, .comments, most: 2 * Self.mostPolledComments)
      return Self.digest(rows.map { "\($0.key) \($0["updated_at"]?.text ?? "")" })
    }
  }

  /// The number of rows and the time of the newest.
  private func newest(
    _ call: Call, _ table: CoretetNames.Table, _ column: String
  ) async throws(CoretetError) -> String {
    var call = call
    call.add("order", "\(names[table, column]).desc.nullslast")
    call.add("limit", 1)
    call.prefer.append("count=exact")
    let response = try await response(to: call)
    let row = try response.rows(names, table).first
    return "\(response.total ?? 0) \(row?[column]?.text ?? "")"
  }

  /// The number of rows that such a text begins with.
  private static func count(_ newest: String) -> Int { Int(newest.prefix { $0 != " " }) ?? .max }

  private func entriesMark(of playlist: String) async throws(CoretetError) -> String {
    var call = call(.get, .entries, "the playlist")
    call.add("select", "*")
    call.add(names[.entries, "playlist_id"], "eq.\(try valid(playlist, "the playlist"))")
    let newest = try await newest(call, .entries, "added_at")
    guard Self.count(newest) <= Self.mostPolledEntries else { return newest }
    return Self.digest(try await order(of: playlist).map { "\($0.id) \($0.position)" })
  }
}

internal import GRDB
package import Music

extension Library {
  @discardableResult
  package func setRating(_ rating: Rating, for tracks: [TrackID]) async throws(LibraryError) -> Int
  {
    let stars = String(repeating: "★", count: rating.stars)
    return try await mark(
      tracks, "rating", rating.stars,
      { rating == .none ? "took the rating off \($0)" : "rated \($0) \(stars)" })
  }

  @discardableResult
  package func setReaction(_ reaction: Reaction, for tracks: [TrackID])
    async throws(LibraryError) -> Int
  {
    try await mark(
      tracks, "reaction", reaction.rawValue, { reaction.step(for: $0) })
  }

  @discardableResult
  package func setNotes(_ notes: String, for tracks: [TrackID]) async throws(LibraryError) -> Int {
    try await mark(tracks, "notes", notes, { "noted something on \($0)" })
  }

  @discardableResult
  package func setColor(_ color: String?, for tracks: [TrackID]) async throws(LibraryError) -> Int {
    try await mark(tracks, "color", color, { "coloured \($0)" })
  }

  /// Sets a column of `marks` for some tracks, as one step.
  ///
  /// - Returns: The marked tracks; those that have left the library are not.
  /// - Throws: `.noSuchTrack` where these are all of them.
  private func mark(
    _ tracks: [TrackID], _ column: String, _ value: (any DatabaseValueConvertible & Sendable)?,
    _ step: @Sendable (String) -> String
  ) async throws(LibraryError) -> Int {
    try await edit(changing: .marks, name: { $0.1 }) { db -> (Int, String) in
      var marked: [Int64] = []
      for track in try db.current(Set(tracks)) {
        if try db.setMark(column, value, of: track) { marked.append(track) }
      }
      guard !marked.isEmpty || tracks.isEmpty else { throw LibraryError.noSuchTrack }
      guard marked.count == 1, let only = marked.first else {
        return (marked.count, step("\(marked.count) tracks"))
      }
      return (1, step(try db.tracks([only])[only]?.title ?? "a track"))
    }.0
  }

  /// Records a complete play of a track; `time` is Unix seconds. Not a step: it is nobody's edit.
  package func recordPlay(of track: TrackID, at time: Int64) async throws(LibraryError) {
    try await write(changing: .marks) { db in
      let track = try db.current(track)
      try db.makeMarks(of: track)
      try db.execute(
        sql: "UPDATE marks SET plays = min(plays, ?) + 1, last_played = ? WHERE track = ?",
        arguments: [Database.lastNumber, time, track])
      guard db.changesCount > 0 else { return }
      try db.execute(
        sql: "UPDATE tracks SET fault = NULL WHERE id = ? AND fault IS NOT NULL",
        arguments: [track])
      try db.execute(
        sql: "INSERT INTO plays (track, time) VALUES (?, ?)", arguments: [track, time])
    }
  }

  /// Records why a track could not be played, or that it could.
  package func markFault(_ fault: String?, of track: TrackID) async throws(LibraryError) {
    try await write(changing: .marks) { db in
      try db.execute(
        sql: "UPDATE tracks SET fault = ? WHERE id = ?",
        arguments: [fault, try db.current(track)])
    }
  }
}

extension Reaction {
  /// The name of the step that sets it for tracks.
  func step(for tracks: String) -> String {
    self == .none ? "unmarked \(tracks)" : "marked \(tracks) as \(self)"
  }
}

extension Database {
  /// Inserts an empty row in `marks` for a track where it has none; one without a mark at the next
  /// update is deleted by a trigger.
  func makeMarks(of track: Int64) throws { try makeRow(of: track, in: "marks") }

  /// As `makeMarks` for any table whose rows without a value are deleted.
  func makeRow(of track: Int64, in table: String) throws {
    try cachedStatement(
      sql: "INSERT OR IGNORE INTO \(table) (track) SELECT id FROM tracks WHERE id = ?"
    ).execute(arguments: [track])
  }

  /// Sets a column of `marks`; false for a track that is not in the library.
  @discardableResult
  func setMark(
    _ column: String, _ value: (any DatabaseValueConvertible)?, of track: Int64
  ) throws -> Bool {
    try makeMarks(of: track)
    try cachedStatement(sql: "UPDATE marks SET \(column) = ? WHERE track = ?")
      .execute(arguments: [value, track])
    return changesCount > 0
  }
}

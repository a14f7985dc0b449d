internal import GRDB
package import Music

extension Library {
  package func setRating(_ rating: Rating, for tracks: [TrackID]) async throws(LibraryError) {
    let stars = String(repeating: "★", count: rating.stars)
    try await mark(
      tracks, "rating", rating.stars,
      { rating == .none ? "took the rating off \($0)" : "rated \($0) \(stars)" })
  }

  package func setReaction(_ reaction: Reaction, for tracks: [TrackID])
    async throws(LibraryError)
  {
    try await mark(
      tracks, "reaction", reaction.rawValue,
      { reaction == .none ? "unmarked \($0)" : "marked \($0) as \(reaction)" })
  }

  package func setNotes(_ notes: String, for tracks: [TrackID]) async throws(LibraryError) {
    try await mark(tracks, "notes", notes, { "noted something on \($0)" })
  }

  package func setColor(_ color: String?, for tracks: [TrackID]) async throws(LibraryError) {
    try await mark(tracks, "color", color, { "coloured \($0)" })
  }

  /// Sets a column of the user's own for some tracks, as one step.
  private func mark(
    _ tracks: [TrackID], _ column: String, _ value: (any DatabaseValueConvertible & Sendable)?,
    _ step: @Sendable (String) -> String
  ) async throws(LibraryError) {
    _ = try await edit(changing: .marks, name: step) { db in
      let update = try db.cachedStatement(sql: "UPDATE tracks SET \(column) = ? WHERE id = ?")
      for track in tracks { try update.execute(arguments: [value, track.rawValue]) }
      guard tracks.count == 1, let only = tracks.first else { return "\(tracks.count) tracks" }
      return try db.tracks([only.rawValue])[only.rawValue]?.title ?? "a track"
    }
  }

  /// Notes that a track was heard to its end; `time` is Unix seconds. Not a step: nobody did it.
  package func recordPlay(of track: TrackID, at time: Int64) async throws(LibraryError) {
    try await write(changing: .marks) { db in
      let track = try db.survivors(of: [track.rawValue])[track.rawValue] ?? track.rawValue
      try db.execute(
        sql: "UPDATE tracks SET plays = plays + 1, last_played = ?, fault = NULL WHERE id = ?",
        arguments: [time, track])
      guard db.changesCount > 0 else { return }
      try db.execute(
        sql: "INSERT INTO plays (track, time) VALUES (?, ?)", arguments: [track, time])
    }
  }

  /// Notes why a track could not be played, or that it could.
  package func markFault(_ fault: String?, of track: TrackID) async throws(LibraryError) {
    try await write(changing: .marks) { db in
      try db.execute(
        sql: "UPDATE tracks SET fault = ? WHERE id = ?", arguments: [fault, track.rawValue])
    }
  }
}

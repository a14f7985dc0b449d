internal import GRDB
package import Music

extension Library {
  /// The cue points of a track in the order of their times.
  package func cues(of track: TrackID) async throws(LibraryError) -> [Cue] {
    try await read { db in
      try Row.fetchAll(
        db, sql: "SELECT id, time, type, name FROM cues WHERE track = ? ORDER BY time, id",
        arguments: [track.rawValue]
      ).map { row in
        Cue(
          id: CueID(row[0]), time: .microseconds(row[1] as Int64),
          kind: Cue.Kind(rawValue: row[2]) ?? .custom, name: row[3])
      }
    }
  }

  package func addCue(
    at time: Duration, kind: Cue.Kind = .marker, named name: String = "", to track: TrackID
  ) async throws(LibraryError) {
    let step = "set a cue at \(time.clockText) in "
    _ = try await edit(changing: .marks, name: { (title: String) in step + title }) { db in
      try db.execute(
        sql: "INSERT INTO cues (track, time, type, name) VALUES (?, ?, ?, ?)",
        arguments: [
          track.rawValue, Int64(time.seconds * 1_000_000), kind.rawValue, name,
        ])
      return try db.tracks([track.rawValue])[track.rawValue]?.title ?? "a track"
    }
  }

  package func removeCue(_ cue: CueID) async throws(LibraryError) {
    _ = try await edit(changing: .marks, name: { (_: String) in "removed a cue" }) { db in
      try db.execute(sql: "DELETE FROM cues WHERE id = ?", arguments: [cue.rawValue])
      return ""
    }
  }
}

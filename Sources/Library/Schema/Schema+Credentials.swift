import FoundationEssentials
internal import GRDB
internal import Music

// Addresses of streams were stored with the names and passwords typed with them.
extension Schema {
  /// Removes names and passwords from the addresses of streams and derived values; they are
  /// overwritten with zeros, where SQLite would leave the old bytes in the file.
  static func dropCredentials(_ db: Database) throws {
    let streams = try Row.fetchAll(
      db,
      sql: """
        SELECT id, path, title FROM tracks
        WHERE CAST(path AS TEXT) LIKE 'http%://%@%' OR title LIKE '%://%@%'
        """)
    for row in streams {
      try dropCredentials(
        ofTrack: row.value(0), at: try TrackRow.path(row, 1), title: try row.value(2), db)
    }
    for (table, key, column) in [("undo_steps", "id", "name"), ("replaced_queues", "id", "title")] {
      let rows = try Row.fetchAll(
        db, sql: "SELECT \(key), \(column) FROM \(table) WHERE \(column) LIKE '%://%@%'")
      for row in rows {
        try db.execute(
          sql: "UPDATE \(table) SET \(column) = ? WHERE \(key) = ?",
          arguments: [withoutCredentials(try row.value(1)), try row.value(0) as Int64])
      }
    }
    try dropCredentialsOfHistory(db)
  }

  private static func dropCredentials(
    ofTrack id: Int64, at path: FilePath, title: String?, _ db: Database
  ) throws {
    if let title, withoutCredentials(title) != title {
      let clean = withoutCredentials(title)
      try db.execute(
        sql: "UPDATE tracks SET title = ?, title_key = ? WHERE id = ?",
        arguments: [clean, Data(TextKey.key(clean)), id])
    }
    guard let clean = StreamAddress(path.text).map({ MediaSource.stream($0) }),
      clean.bytes != path.bytes
    else { return }
    let there = try Int64.fetchOne(
      db, sql: "SELECT id FROM tracks WHERE path = ?", arguments: [clean.data])
    if let there {
      try merge(id, into: there, db)
      // Foreign keys, which would cascade, are off during a migration.
      try db.execute(sql: "DELETE FROM analyses WHERE track = ?", arguments: [id])
    } else {
      try db.execute(
        sql: "UPDATE tracks SET path = ?, name_key = ? WHERE id = ?",
        arguments: [clean.data, Data(SortKey.bytes(clean.text)), id])
    }
  }

  /// Merges two tracks, as version 4 did.
  private static func merge(_ lost: Int64, into survivor: Int64, _ db: Database) throws {
    for table in ["entries", "cues", "plays"] {
      try db.execute(
        sql: "UPDATE \(table) SET track = ? WHERE track = ?", arguments: [survivor, lost])
    }
    try db.execute(
      sql: """
        UPDATE tracks SET
          plays = min(tracks.plays, ?3) + min(o.plays, ?3),
          last_played = nullif(max(coalesce(tracks.last_played, 0), coalesce(o.last_played, 0)), 0),
          rating = iif(tracks.rating = 0, o.rating, tracks.rating),
          reaction = max(tracks.reaction, o.reaction), color = coalesce(tracks.color, o.color),
          notes = CASE WHEN tracks.notes IN ('', o.notes) THEN o.notes WHEN o.notes = ''
            THEN tracks.notes ELSE tracks.notes || ' · ' || o.notes END,
          set_bpm = coalesce(tracks.set_bpm, o.set_bpm),
          set_key = coalesce(tracks.set_key, o.set_key),
          shifts_grid = max(tracks.shifts_grid, o.shifts_grid), added = min(tracks.added, o.added)
        FROM (SELECT * FROM tracks WHERE id = ?1) AS o WHERE tracks.id = ?2
        """, arguments: [lost, survivor, Database.lastNumber >> 1])
    try db.execute(
      sql: "UPDATE merged_tracks SET survivor = ? WHERE survivor = ?", arguments: [survivor, lost])
    try db.execute(sql: "DELETE FROM tracks WHERE id = ?", arguments: [lost])
    try db.execute(
      sql: "INSERT OR REPLACE INTO merged_tracks VALUES (?, ?)", arguments: [lost, survivor])
  }

  /// The logged rows of tracks in the history.
  private static func dropCredentialsOfHistory(_ db: Database) throws {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT change, field, CAST(value AS TEXT) FROM undo_values
        WHERE field IN ('path', 'title') AND CAST(value AS TEXT) LIKE '%://%@%'
        """)
    for row in rows {
      let (change, field): (Int64, String) = (try row.value(0), try row.value(1))
      let clean = withoutCredentials(try row.value(2))
      let isPath = field == "path"
      let update = "UPDATE undo_values SET value = ? WHERE change = ? AND field = ?"
      let value = isPath ? FilePath(clean).data.databaseValue : clean.databaseValue
      try db.execute(sql: update, arguments: [value, change, field])
      let key = Data(isPath ? SortKey.bytes(clean) : TextKey.key(clean))
      try db.execute(sql: update, arguments: [key, change, isPath ? "name_key" : "title_key"])
    }
  }

  /// A text with the user info removed from each address in it.
  static func withoutCredentials(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let scheme = rest.firstRange(of: "://") {
      result += rest[..<scheme.upperBound]
      rest = rest[scheme.upperBound...]
      let host = rest.prefix { !"/?# ".contains($0) }
      if let at = host.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
    }
    return result + rest
  }
}

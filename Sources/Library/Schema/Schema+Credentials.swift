import Foundation
internal import GRDB
internal import Music

// Addresses of streams were kept with the names and passwords that were typed with them.
extension Schema {
  /// Takes names and passwords out of the addresses of streams, and of what was made from these; what
  /// they are written over with are zeros, where SQLite would leave the old bytes in the file.
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
      try db.handOver(id, to: there, heeding: .survivor)
      // Foreign keys, which would take it along, are not in force while a migration runs.
      try db.execute(sql: "DELETE FROM analyses WHERE track = ?", arguments: [id])
    } else {
      try db.execute(
        sql: "UPDATE tracks SET path = ?, name_key = ? WHERE id = ?",
        arguments: [clean.data, Data(SortKey.bytes(clean.text)), id])
    }
  }

  /// The rows of tracks that steps of the history bring back.
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

  /// A text without what stands in front of the host of each address in it.
  static func withoutCredentials(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let scheme = rest.range(of: "://") {
      result += rest[..<scheme.upperBound]
      rest = rest[scheme.upperBound...]
      let host = rest.prefix { !"/?# ".contains($0) }
      if let at = host.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
    }
    return result + rest
  }
}

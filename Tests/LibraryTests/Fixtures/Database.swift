import Glibc
import GRDBSQLite
import Music

/// A database file, through SQLite alone.
struct RawDatabase {
  let path: FilePath

  struct Failure: Error { var message: String }

  /// Runs statements; the rows of all of them, their columns as SQL literals.
  @discardableResult
  func run(_ sql: String) throws -> [String] {
    try RawConnection(to: path).run(sql)
  }

  /// Checkpoints the whole log; fails if somebody reads it for too long.
  func emptyLog() throws {
    for _ in 0..<6_000 {
      if try run("PRAGMA wal_checkpoint(TRUNCATE)").first?.hasPrefix("0|") == true { return }
      usleep(10_000)
    }
    throw Failure(message: "the log is in use")
  }

  /// Leaves WAL mode; a released library may still be closing the file.
  func leaveLog() throws {
    for _ in 0..<6_000 {
      do {
        try run("PRAGMA journal_mode = DELETE")
        return
      } catch let error as Failure where error.message == "database is locked" {
        usleep(10_000)
      }
    }
    throw Failure(message: "the log is in use")
  }

  /// Every row of the tables with the user's data, as text.
  func userData() throws -> [String] {
    try ["playlist_folders", "playlists", "entries", "cues", "slots"].flatMap { table in
      let columns = try run("SELECT name FROM pragma_table_info('\(table)')")
      let quoted = columns.map { "quote(\($0))" }.joined(separator: "||','||")
      return try run("SELECT '\(table):'||\(quoted) FROM \(table) ORDER BY 1")
    }
      + run(
        """
        SELECT id||':'||coalesce(rating, 0)||coalesce(reaction, 0)||quote(coalesce(notes, ''))
          ||quote(color)
        FROM tracks LEFT JOIN marks ON marks.track = tracks.id ORDER BY id
        """)
  }
}

/// An open database file. SQLite reads the schema once per connection, and that of a library takes
/// it longer than most statements do.
final class RawConnection {
  private var handle: OpaquePointer?

  init(to path: FilePath) throws {
    guard sqlite3_open(path.text, &handle) == SQLITE_OK else {
      throw RawDatabase.Failure(message: "open")
    }
    sqlite3_busy_timeout(handle, 2_000)
  }

  deinit { sqlite3_close(handle) }

  @discardableResult
  func run(_ sql: String) throws -> [String] {
    var rows: [String] = []
    let code = withUnsafeMutablePointer(to: &rows) { rows in
      sqlite3_exec(handle, sql, collectRow, rows, nil)
    }
    guard code == SQLITE_OK else {
      throw RawDatabase.Failure(message: String(cString: sqlite3_errmsg(handle)))
    }
    return rows
  }
}

private func collectRow(
  _ userdata: UnsafeMutableRawPointer?, _ count: Int32,
  _ values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  guard let userdata, let values else { return 1 }
  let texts = (0..<Int(count)).map { values[$0].map { String(cString: $0) } ?? "NULL" }
  userdata.assumingMemoryBound(to: [String].self).pointee.append(texts.joined(separator: "|"))
  return 0
}

internal import GRDB
internal import Music

/// A target of a scan: a root, or a part of one.
struct ScanTarget: Sendable {
  var path: FilePath
  var isFile: Bool
  var root: Int64
  /// The path of the root.
  var rootPath: FilePath
  var rootIsFile: Bool

  /// All roots of the library.
  static func all(_ db: Database) throws -> [ScanTarget] {
    try Row.fetchAll(
      db, sql: "SELECT id, path, is_file FROM roots WHERE NOT removed ORDER BY path"
    ).map { row in
      let path = try TrackRow.path(row, 1)
      return try ScanTarget(
        path: path, isFile: row.value(2), root: row.value(0), rootPath: path,
        rootIsFile: row.value(2))
    }
  }

  /// Adds a path to the library: as a root of its own, unless a root contains it. Roots that a new
  /// one contains are merged into it.
  static func adding(_ path: FilePath, isFile: Bool, _ db: Database) throws -> ScanTarget {
    let known = try all(db)
    if let root = known.first(where: { $0.path == path || !$0.isFile && path.isInside($0.path) }) {
      return ScanTarget(
        path: path, isFile: isFile, root: root.root, rootPath: root.path,
        rootIsFile: root.isFile)
    }
    // A removed root keeps its id: undo may still restore its tracks.
    let id = try Int64.fetchOne(
      db,
      sql: """
        INSERT INTO roots (path, is_file) VALUES (?, ?)
        ON CONFLICT (path) DO UPDATE SET is_file = excluded.is_file, offline = 0, removed = 0
        RETURNING id
        """, arguments: [path.data, isFile])
    guard let id else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    if !isFile {
      for inner in known where inner.path.isInside(path) {
        try db.execute(
          sql: "UPDATE tracks SET root = ?, changed = ? WHERE root = ?",
          arguments: [id, try db.nextChange(), inner.root])
        try db.execute(sql: "DELETE FROM roots WHERE id = ?", arguments: [inner.root])
      }
    }
    return ScanTarget(path: path, isFile: isFile, root: id, rootPath: path, rootIsFile: isFile)
  }
}

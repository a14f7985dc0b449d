internal import GRDB
internal import Music

/// What a scan goes through: a root, or a part of one.
struct ScanTarget: Sendable {
  var path: FilePath
  var isFile: Bool
  var root: Int64
  /// Of the root.
  var rootPath: FilePath
  var rootIsFile: Bool

  /// All roots of the library.
  static func all(_ db: Database) throws -> [ScanTarget] {
    try Row.fetchAll(db, sql: "SELECT id, path, is_file FROM roots ORDER BY path").map { row in
      let path = try TrackRow.path(row, 1)
      return ScanTarget(
        path: path, isFile: row[2], root: row[0], rootPath: path, rootIsFile: row[2])
    }
  }

  /// Makes a path part of the library: as a root of its own, unless a root contains it. Roots
  /// that a new one contains become part of it.
  static func adding(_ path: FilePath, isFile: Bool, _ db: Database) throws -> ScanTarget {
    let known = try all(db)
    if let root = known.first(where: { $0.path == path || !$0.isFile && path.isInside($0.path) }) {
      return ScanTarget(
        path: path, isFile: isFile, root: root.root, rootPath: root.path,
        rootIsFile: root.isFile)
    }
    try db.execute(
      sql: "INSERT INTO roots (path, is_file) VALUES (?, ?)", arguments: [path.data, isFile])
    let id = db.lastInsertedRowID
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

import Glibc
internal import GRDB
internal import Music

/// The folders of a scan, with their rows in the database.
struct ScanFolders {
  struct Folder {
    var path: FilePath
    var parent: Int?
    /// Nil while the database has no row for it.
    var id: Int64?
    var isMount = false
    /// As in its row.
    var wasMount = false
    var hasStoredParent = false
    /// Whether its row marks it as offline.
    var wasOffline = false
    var wasVisited = false
    /// Whether it was listed and holds no audio file itself.
    var hasNoFiles = false
    /// The digest of its audio files, where the library has all of them.
    var digest: Int64?
  }

  /// A path that is hashed by all its bytes at once: one by one takes as long as everything else
  /// done with a folder.
  private struct Key: Hashable {
    let bytes: [UInt8]

    init(_ path: FilePath) { bytes = path.bytes }

    func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    static func == (left: Key, right: Key) -> Bool {
      left.bytes.count == right.bytes.count
        && left.bytes.withUnsafeBytes { left in
          right.bytes.withUnsafeBytes { right in
            guard let one = left.baseAddress, let other = right.baseAddress else { return true }
            return memcmp(one, other, right.count) == 0
          }
        }
    }
  }

  private(set) var folders: [Folder] = []
  private var indices: [Key: Int] = [:]

  subscript(index: Int) -> Folder {
    get { folders[index] }
    // In place: a folder is not copied to change one flag.
    _modify { yield &folders[index] }
  }

  /// Loads the known folders at and below a path, and its ancestors.
  mutating func load(below top: FilePath, _ db: Database) throws {
    try add(db, PathRange.condition, top.range.arguments)
    try load(top, db)
  }

  /// Loads a folder, if it is known, and its ancestors.
  mutating func load(_ folder: FilePath, _ db: Database) throws {
    var next: FilePath? = folder
    while let path = next {
      next = path.parent
      if indices[Key(path)] == nil { try add(db, "path = ?", [path.data]) }
    }
  }

  private mutating func add(
    _ db: Database, _ condition: String, _ arguments: StatementArguments
  ) throws {
    let rows = try Row.fetchCursor(
      try db.cachedStatement(
        sql: """
          SELECT id, path, is_mount, parent IS NOT NULL, offline, digest
          FROM folders
          WHERE \(condition)
          """), arguments: arguments)
    while let row = try rows.next() {
      let path = try TrackRow.path(row, 1)
      if let known = indices.updateValue(folders.count, forKey: Key(path)) {
        indices[Key(path)] = known
        continue
      }
      try folders.append(
        Folder(
          path: path, parent: nil, id: row.value(0), isMount: row.value(2),
          wasMount: row.value(2), hasStoredParent: row.value(3), wasOffline: row.value(4),
          digest: row.value(5)))
    }
  }

  /// Whether a row is there for a folder or one below it, of those that were loaded.
  func hasKnown(in top: FilePath) -> Bool {
    folders.contains { $0.id != nil && $0.path.isInside(top) }
  }

  /// The index of a folder, which is added when it is new.
  ///
  /// - Parameter root: where its chain of parents ends; nil for a folder that is no root's.
  mutating func index(of path: FilePath, root: FilePath?) -> Int {
    let known = indices[Key(path)]
    if let known, folders[known].parent != nil || path == root { return known }
    var parent: Int?
    if let root, path != root, path.isInside(root), let outer = path.parent {
      parent = index(of: outer, root: root)
    }
    if let known {
      folders[known].parent = parent
      return known
    }
    indices[Key(path)] = folders.count
    folders.append(Folder(path: path, parent: parent))
    return folders.count - 1
  }

  /// The row of a folder, which is inserted, with those of its parents, when there is none.
  mutating func row(of index: Int, _ db: Database) throws -> Int64 {
    let folder = folders[index]
    if let id = folder.id, folder.isMount == folder.wasMount || !folder.wasVisited,
      folder.hasStoredParent == (folder.parent != nil)
    {
      return id
    }
    let parent = try folder.parent.map { try row(of: $0, db) }
    try db.cachedStatement(
      sql: """
        INSERT INTO folders (parent, path, is_mount, digest) VALUES (?, ?, ?, ?)
        ON CONFLICT (path) DO UPDATE SET parent = excluded.parent, is_mount = excluded.is_mount
        """
    ).execute(
      arguments: [
        parent, folder.path.data, folder.isMount, folder.hasNoFiles ? 0 : nil,
      ])
    let id = try Int64.fetchOne(
      try db.cachedStatement(sql: "SELECT id FROM folders WHERE path = ?"),
      arguments: [folder.path.data])
    guard let id else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    folders[index].id = id
    folders[index].wasMount = folder.isMount
    folders[index].hasStoredParent = folder.parent != nil
    return id
  }
}

extension [UInt8] {
  /// The longest suffix whose bytes all satisfy a condition.
  func suffix(while condition: (UInt8) -> Bool) -> [UInt8] {
    let cut = lastIndex { !condition($0) }.map { $0 + 1 } ?? 0
    return Array(self[cut...])
  }
}

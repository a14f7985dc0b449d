internal import GRDB
internal import Music

/// The schema of a database file as text: its tables, indices, triggers and views, as in
/// `sqlite_master`.
///
/// A file with the text of one of our versions has that version's tables, triggers and checks, and
/// no others, whatever it claims to be.
struct SchemaText: Equatable, Sendable {
  let lines: [String]

  init(lines: [String]) { self.lines = lines }

  /// Reads without running anything from the file.
  init(_ db: Database) throws {
    lines = try Row.fetchAll(
      db,
      sql: """
        SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master
        WHERE NOT (type = 'table' AND name IN ('sqlite_stat1', 'sqlite_stat4')) LIMIT 1000
        """
    ).map { row in
      try (0..<4).map { column -> String in try row.value(column) }.joined(separator: "\u{0}")
    }.sorted()
  }

  var isEmpty: Bool { lines.isEmpty }

  /// Whether no version of ours has created its tables yet.
  var isUnused: Bool { lines.allSatisfy { $0.contains("\u{0}grdb_migrations\u{0}") } }

  var digest: String { SHA256.digest(of: Array(lines.joined(separator: "\u{1}").utf8)) }

  /// Whether there is a plain table of applied migrations, which can be read safely.
  var hasMigrations: Bool { lines.contains(SchemaText.migrations) }

  private static let migrations = [
    "table", "grdb_migrations", "grdb_migrations",
    "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)",
  ].joined(separator: "\u{0}")

  // MARK: Versions

  /// The digest of the newest version, which identifies most files at once; only a shortcut:
  /// without it the text is compared with that of `versions`.
  static let newestDigest =
    "dedaa1cfe8bd3e2717560b0688b87fe038312623a5f728e9ce5c52ef25ed6dc1"

  /// The text of each version, starting with the table of migrations alone. A library created by a
  /// version and one migrated to it have the same.
  static let versions = Result { try made() }

  private static func made() throws -> [SchemaText] {
    let database = try DatabaseQueue(configuration: .guarded())
    let migrator = Schema.migrator
    try database.write {
      try $0.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
    }
    var texts = [try database.read { try SchemaText($0) }]
    for version in migrator.migrations {
      try migrator.migrate(database, upTo: version)
      texts.append(try database.read { try SchemaText($0) })
    }
    return texts
  }

  /// The version with this text; nil for any other.
  var version: Int? {
    get throws {
      if digest == SchemaText.newestDigest { return Schema.migrator.migrations.count }
      return try SchemaText.versions.get().firstIndex(of: self)
    }
  }
}

extension Database {
  /// Refuses a file whose tables are not, byte for byte, those of the version it claims.
  ///
  /// - Throws: `.newer`, `.altered`.
  func requireOurTables(at path: FilePath) throws {
    do {
      // One of ours takes some ten thousand.
      try within(steps: 10_000_000) {
        let text = try SchemaText(self)
        guard !text.isEmpty else { return }
        guard text.hasMigrations else { throw LibraryError.altered(path) }
        let applied = try String.fetchAll(
          self, sql: "SELECT identifier FROM grdb_migrations LIMIT 100")
        let version = try text.version
        if let version, Set(applied) == Set(Schema.migrator.migrations.prefix(version)) { return }
        let newest = Schema.migrator.migrations.compactMap { Int($0) }.max() ?? 0
        let isNewer = applied.contains { Int($0).map { $0 > newest } ?? false }
        throw isNewer ? LibraryError.newer(path) : LibraryError.altered(path)
      }
    } catch is TooManySteps {
      throw LibraryError.altered(path)
    }
  }
}

extension Library {
  /// The digest of the newest schema, and the constant that must equal it.
  package static var schemaDigests: (newest: String?, known: String) {
    get throws { (try SchemaText.versions.get().last?.digest, SchemaText.newestDigest) }
  }

  /// All tables with their rows, and the numbers in the header, of a file made from the baseline
  /// and of one made by the migrations.
  package static var newFiles: (made: [String], migrated: [String]) {
    get throws {
      let (made, migrated) = (
        try DatabaseQueue(configuration: .guarded()), try DatabaseQueue(configuration: .guarded())
      )
      try Schema.update(made)
      try Schema.migrator.migrate(migrated)
      return (try made.read { try $0.contents() }, try migrated.read { try $0.contents() })
    }
  }
}

extension Database {
  /// The schema and every row, but for the two random numbers of a library.
  fileprivate func contents() throws -> [String] {
    var lines = try SchemaText(self).lines
    for table in try String.fetchAll(
      self, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
    {
      lines += try Row.fetchAll(self, sql: "SELECT * FROM \"\(table)\"").map { row in
        let isRandom = table == "revision"
        return table + ": "
          + row.filter { !isRandom || $0.0 != "identity" && $0.0 != "library" }.map {
            "\($0.0) = \($0.1)"
          }.joined(separator: ", ")
      }.sorted()
    }
    for name in ["application_id", "user_version", "auto_vacuum", "page_size", "encoding"] {
      lines.append("\(name) = \(try String.fetchOne(self, sql: "PRAGMA \(name)") ?? "")")
    }
    return lines
  }
}

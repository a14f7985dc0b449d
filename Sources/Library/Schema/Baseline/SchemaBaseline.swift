internal import GRDB

/// The tables of version 10 in one script: a new library begins with them, which takes a
/// quarter of the time that all migrations to it take.
///
/// As a migration it is never edited once released: later versions are migrations from it. The text
/// of each statement is that of `sqlite_master` behind the migrations.
enum SchemaBaseline {
  /// The version that the script makes.
  static let version = 10

  /// Creates the tables in a file without any.
  static func make(_ db: Database) throws {
    try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
    try db.execute(
      sql: tables + bookTables + remoteTables + rows + trackTriggers + listTriggers + otherTriggers)
    try db.identifyLibrary()
    for migration in Schema.migrator.migrations.prefix(version) {
      try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [migration])
    }
  }

  /// Before the triggers, which would count them as changes.
  private static let rows = """
    INSERT INTO slots (slot) VALUES (1), (2), (3);
    INSERT INTO revision (tracks, marks, lists, identity) VALUES (0, 0, 0, random());
    INSERT INTO analysis_versions VALUES
      ('tempo', 1), ('key', 2), ('loudness', 1), ('edges', 1), ('energy', 1), ('waveform', 1);
    INSERT INTO sources (id, kind, name) VALUES (1, 'files', 'Files'), (2, 'streams', 'Streams');
    INSERT INTO book_state VALUES (0);
    INSERT INTO sqlite_sequence (name, seq) VALUES
      ('roots', 0), ('undo_steps', 0), ('playlist_folders', 0), ('playlists', 0), ('entries', 0),
      ('cues', 0), ('templates', 0), ('plays', 0);
    """
}

extension Schema {
  /// Brings the tables of a library up to date, and creates those of a new one.
  ///
  /// - Parameter progress: Called with the fraction of the newest version's work that is done.
  static func update(
    _ database: any DatabaseWriter, progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) throws {
    try database.write { db in
      if try SchemaText(db).isEmpty { try SchemaBaseline.make(db) }
    }
    try migrator(progress: progress).migrate(database)
  }
}

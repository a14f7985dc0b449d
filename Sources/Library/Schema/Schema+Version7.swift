internal import GRDB
internal import Music

/// Additions of version 7: devices, and what both sides held after the last sync with each.
extension Schema {
  static func version7(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE revision ADD COLUMN library TEXT NOT NULL DEFAULT ''")
    try db.identifyLibrary()
    try db.execute(sql: deviceTables)
  }

  /// A device is a folder or another library over ssh; `options`, `journal` and `conversion` are
  /// JSON. `logs` belongs to those who read the device, `abilities` is not used. Times are seconds since 1970,
  /// but for `modified` and `source_modified`, which are nanoseconds.
  ///
  /// The state refers to tracks and playlists without foreign keys: it has to survive those that
  /// leave the library and return by undo. `ours` and `theirs` of a playlist are JSON. Nothing of it
  /// is an edit, so no trigger logs it.
  private static let deviceTables = """
    CREATE TABLE devices (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      uuid TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      folder BLOB,
      host TEXT, user TEXT, port INTEGER, library BLOB,
      options TEXT NOT NULL,
      last_sync INTEGER, speed INTEGER,
      abilities TEXT, logs TEXT,
      sync_id TEXT,
      journal TEXT, journal_logs TEXT,
      CHECK ((folder IS NULL) <> (host IS NULL))
    ) STRICT;
    CREATE TABLE device_tracks (
      device INTEGER NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
      uuid TEXT NOT NULL,
      track INTEGER NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('copied', 'synced', 'excluded')),
      path BLOB NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL,
      source_size INTEGER NOT NULL, source_modified INTEGER NOT NULL,
      fingerprint INTEGER,
      conversion TEXT,
      plays INTEGER NOT NULL, last_played INTEGER,
      favorite INTEGER NOT NULL, rating INTEGER NOT NULL,
      device_plays INTEGER NOT NULL, device_last_played INTEGER,
      device_favorite INTEGER NOT NULL, device_rating INTEGER NOT NULL,
      place BLOB,
      adopted INTEGER NOT NULL,
      PRIMARY KEY (device, uuid)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE device_playlists (
      device INTEGER NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
      device_id TEXT NOT NULL,
      playlist INTEGER NOT NULL,
      name TEXT NOT NULL,
      ours TEXT NOT NULL,
      theirs TEXT NOT NULL,
      PRIMARY KEY (device, device_id)
    ) STRICT, WITHOUT ROWID;
    """
}

extension Database {
  /// Gives the library a new UUID. Devices know tracks by it: ids of a library that begins anew, or
  /// goes back to a backup, are given to other tracks.
  func identifyLibrary() throws {
    try execute(
      sql: "UPDATE revision SET library = ?", arguments: [LibraryUUID.random().text])
  }

  func libraryUUID() throws -> LibraryUUID {
    let text = try String.fetchOne(self, sql: "SELECT library FROM revision") ?? ""
    guard let uuid = LibraryUUID(text) else { throw UnreadableValue() }
    return uuid
  }
}

/// A value in a library that no write of ours leaves.
struct UnreadableValue: Error {}

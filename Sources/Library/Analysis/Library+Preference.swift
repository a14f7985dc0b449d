internal import GRDB
package import Music

// The precedence of tags and analysis where the user set nothing.
extension Library {
  package var preference: ValuePreference {
    get async throws(LibraryError) { try await read { try $0.valuePreference() } }
  }

  /// Sets whether tags or the analysis win where both know a value and the user set none.
  package func prefer(_ preference: ValuePreference) async throws(LibraryError) {
    try await write(changing: .tracks) { db in
      guard try db.valuePreference() != preference else { return }
      try db.execute(
        sql: "INSERT OR REPLACE INTO settings VALUES (?, ?)",
        arguments: [ValuePreference.setting, preference.rawValue])
      try db.execute(sql: "UPDATE revision SET change = change + 1")
      try db.execute(
        sql: """
          UPDATE tracks SET changed = (SELECT change FROM revision) WHERE id IN
            (SELECT a.track FROM analyses a JOIN tracks t ON t.id = a.track
             LEFT JOIN marks m ON m.track = a.track
             WHERE m.set_bpm IS NULL AND t.bpm <> a.bpm OR m.set_key IS NULL AND t.key <> ''
               AND a.key IS NOT NULL)
          """)
    }
  }
}

extension ValuePreference {
  /// The key of the setting.
  static let setting = "prefer"

  /// Whether the analysis is preferred, in SQL.
  static let isAnalysis =
    "coalesce((SELECT value = 'analysis' FROM settings WHERE key = '\(setting)'), 0)"
}

extension Database {
  func valuePreference() throws -> ValuePreference {
    let value = try String.fetchOne(
      try cachedStatement(sql: "SELECT value FROM settings WHERE key = ?"),
      arguments: [ValuePreference.setting])
    return value.flatMap { ValuePreference(rawValue: $0) } ?? .tags
  }
}

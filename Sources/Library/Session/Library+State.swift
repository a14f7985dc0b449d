import FoundationEssentials
internal import GRDB
import Synchronization

extension Library {
  package func setting(_ key: String) async throws(LibraryError) -> String? {
    try await value(of: key, in: "settings")
  }

  /// Stores a setting; nil removes it.
  package func setSetting(_ key: String, _ value: String?) async throws(LibraryError) {
    try await set(key, value, in: "settings")
  }

  /// Changes a setting in one transaction; nil removes it.
  ///
  /// - Parameter change: given the value now.
  package func changeSetting(
    _ key: String, _ change: @escaping @Sendable (String?) throws -> String?
  ) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      let old = try String.fetchOne(
        db, sql: "SELECT value FROM settings WHERE key = ?", arguments: [key])
      if let new = try change(old) {
        try db.execute(
          sql: "INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)", arguments: [key, new])
      } else {
        try db.execute(sql: "DELETE FROM settings WHERE key = ?", arguments: [key])
      }
    }
  }

  package func session(_ key: String) async throws(LibraryError) -> String? {
    try await value(of: key, in: "session")
  }

  /// Reads a part of the session where it lies, since that of a queue has megabytes. The few rows are
  /// gone through, since a search by key would read all of the row that it compares with; and few
  /// pages of it are kept.
  package func session<Value: Sendable>(
    _ key: String, _ value: @escaping @Sendable (UnsafeBufferPointer<UInt8>) -> Value?
  ) async throws(LibraryError) -> Value? {
    try await read { db in
      try db.withSmallCache {
        let rows = try Row.fetchCursor(
          try db.cachedStatement(sql: "SELECT value FROM session WHERE +key = ?"),
          arguments: [key])
        return try rows.next()?.withUnsafeData(atIndex: 0) { text in
          text?.withUnsafeBytes { value($0.bindMemory(to: UInt8.self)) }
        }
      }
    }
  }

  /// Stores a part of the session; nil removes it. Cheap enough for every few seconds.
  package func setSession(_ key: String, _ value: String?) async throws(LibraryError) {
    try await set(key, value, in: "session")
  }

  /// Stores the session of one of several players, which may have the library open at once.
  ///
  /// A stored session is one player's as a whole, since a position means nothing in another's
  /// queue: after another one wrote, all parts are written and not only changed ones.
  package func keepSession(
    _ parts: [String: String], changed: Set<String>, by player: String
  ) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      let owner = try String.fetchOne(db, sql: "SELECT value FROM session WHERE key = 'player'")
      let insertion = try db.cachedStatement(sql: "INSERT OR REPLACE INTO session VALUES (?, ?)")
      for (key, value) in parts where owner != player || changed.contains(key) {
        try insertion.execute(arguments: [key, value])
      }
      guard owner != player else { return }
      try insertion.execute(arguments: ["player", player])
    }
  }

  /// Detects changes by other processes, and reports them through `changes`.
  package func detectExternalChanges() async throws(LibraryError) {
    let current = try await read { try Revision.current($0) }
    let isNew = noticed.withLock { noticed in
      defer { noticed = current }
      return noticed != nil && noticed != current
    }
    if isNew { notifier.signal() }
  }

  private func value(of key: String, in table: String) async throws(LibraryError) -> String? {
    try await read { db in
      try String.fetchOne(
        try db.cachedStatement(sql: "SELECT value FROM \(table) WHERE key = ?"), arguments: [key])
    }
  }

  private func set(_ key: String, _ value: String?, in table: String) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      if let value {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO \(table) VALUES (?, ?)")
          .execute(arguments: [key, value])
      } else {
        try db.cachedStatement(sql: "DELETE FROM \(table) WHERE key = ?")
          .execute(arguments: [key])
      }
    }
  }

  /// Faults of the database file, a line each; none when it is intact.
  package func check() async throws(LibraryError) -> [String] {
    try await read { db in
      let damage = try String.fetchAll(db, sql: "PRAGMA integrity_check(10)").filter { $0 != "ok" }
      let dangling = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").count
      return damage + (dangling == 0 ? [] : ["\(dangling) rows refer to others that are gone"])
    }
  }
}

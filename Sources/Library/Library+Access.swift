internal import GRDB
internal import Music

extension Library {
  /// What a transaction changed of what lists show.
  enum Shown { case nothing, tracks, marks, lists }

  /// Reads from one state of the database.
  func read<Value: Sendable>(_ body: @Sendable (Database) throws -> Value)
    async throws(LibraryError) -> Value
  {
    do { return try await database.read(body) } catch { throw failure(error) }
  }

  /// Writes in one transaction, and says so to whoever listens.
  func write<Value: Sendable>(
    changing shown: Shown, _ body: @Sendable (Database) throws -> Value
  ) async throws(LibraryError) -> Value {
    do {
      let value = try await database.write { db in
        let value = try body(db)
        try db.countRevision(shown)
        return value
      }
      if shown != .nothing { notifier.signal() }
      return value
    } catch {
      throw failure(error)
    }
  }

  /// Writes the user's own edit: one transaction and one step of the history.
  func edit<Value: Sendable>(
    changing shown: Shown = .lists, name: @Sendable (Value) -> String,
    _ body: @Sendable (Database) throws -> Value
  ) async throws(LibraryError) -> Value {
    try await write(changing: shown) { db in
      try ChangeLog.record(db, name: name) { try body(db) }
    }
  }

  /// The name of the edit that was taken back, or nil when there is none.
  package func undo() async throws(LibraryError) -> String? {
    try await flip { try ChangeLog.undo($0) }
  }

  /// The name of the edit that was done again, or nil when there is none.
  package func redo() async throws(LibraryError) -> String? {
    try await flip { try ChangeLog.redo($0) }
  }

  private func flip(_ body: @Sendable (Database) throws -> String?) async throws(LibraryError)
    -> String?
  {
    try await write(changing: .lists) { db in
      // A step may have changed marks of tracks, which lists are sorted by.
      try db.countRevision(.marks)
      return try body(db)
    }
  }
}

extension Database {
  /// Notes that what lists show is not what it was.
  func countRevision(_ shown: Library.Shown) throws {
    switch shown {
    case .nothing: break
    case .tracks: try execute(sql: "UPDATE revision SET tracks = tracks + 1")
    case .marks: try execute(sql: "UPDATE revision SET marks = marks + 1")
    case .lists: try execute(sql: "UPDATE revision SET lists = lists + 1")
    }
  }

  /// Fills in one "?" per value: "(?,?,?)".
  static func marks(_ count: Int) -> String {
    "(" + Array(repeating: "?", count: count).joined(separator: ",") + ")"
  }
}

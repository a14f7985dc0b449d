internal import GRDB
internal import Music

extension Library {
  /// What a transaction changed of what lists show.
  enum VisibleChange { case nothing, tracks, marks, lists }

  /// Reads from one state of the database.
  func read<Value: Sendable>(_ body: @Sendable (Database) throws -> Value)
    async throws(LibraryError) -> Value
  {
    do { return try await database.read(body) } catch { throw failure(error) }
  }

  /// Writes in one transaction, and says so to whoever listens.
  func write<Value: Sendable>(
    changing shown: VisibleChange, _ body: @Sendable (Database) throws -> Value
  ) async throws(LibraryError) -> Value {
    do {
      let value = try await database.write { db in
        let value = try body(db)
        try db.bumpRevision(shown)
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
    changing shown: VisibleChange = .lists, name: @Sendable (Value) -> String,
    _ body: @Sendable (Database) throws -> Value
  ) async throws(LibraryError) -> Value {
    try await largeEdit(changing: shown, name: name, body).value
  }

  /// The same for an edit that may be too large for the history: whether it can be taken back, too.
  func largeEdit<Value: Sendable>(
    changing shown: VisibleChange = .lists, name: @Sendable (Value) -> String,
    _ body: @Sendable (Database) throws -> Value
  ) async throws(LibraryError) -> (value: Value, isUndoable: Bool) {
    try await write(changing: shown) { db in
      let (value, isKept) = try ChangeLog.record(db, within: historyBounds, name: name) {
        try body(db)
      }
      return (value, isKept)
    }
  }

  /// The name of the edit that was taken back, or nil when there is none.
  ///
  /// - Throws: `.lostStep` for one that cannot be, which is out of the history then.
  package func undo() async throws(LibraryError) -> String? {
    let bounds = historyBounds
    return try await flip { try ChangeLog.undo($0, within: bounds) }
  }

  /// The name of the edit that was done again, or nil when there is none.
  package func redo() async throws(LibraryError) -> String? {
    let bounds = historyBounds
    return try await flip { try ChangeLog.redo($0, within: bounds) }
  }

  private func flip(_ body: @Sendable (Database) throws -> HistoryMove) async throws(LibraryError)
    -> String?
  {
    let move = try await write(changing: .lists) { db in
      // A step may have changed marks of tracks, which lists are sorted by.
      try db.bumpRevision(.marks)
      return try body(db)
    }
    // It may have brought back a folder, or taken it out again.
    tellOfRoots()
    switch move {
    case .none: return nil
    case .done(let name): return name
    case .lost(let name, let fault): throw .lostStep(name, fault)
    }
  }
}

extension Database {
  /// Notes that what lists show is not what it was.
  func bumpRevision(_ shown: Library.VisibleChange) throws {
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

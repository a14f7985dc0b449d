internal import GRDB
internal import Music
import Synchronization

extension Library {
  /// The visible data that a transaction changes, for those who show it.
  enum VisibleChange { case nothing, tracks, marks, lists }

  /// Reads one snapshot of the database.
  func read<Value: Sendable>(_ body: @Sendable (Database) throws -> Value)
    async throws(LibraryError) -> Value
  {
    do { return try await database.read(body) } catch { throw failure(error) }
  }

  /// Writes in one transaction and notifies listeners.
  func write<Value: Sendable>(
    changing shown: VisibleChange, _ body: @Sendable (Database) throws -> Value
  ) async throws(LibraryError) -> Value {
    do {
      let value = try await database.write { db in
        let before = try Revision.current(db)
        let value = try body(db)
        try db.bumpRevision(shown)
        try noteListChanges(db, since: before)
        return value
      }
      if shown != .nothing { notifier.signal() }
      return value
    } catch {
      throw failure(error)
    }
  }

  /// Keeps the rows of lists that a transaction has changed, once it is committed.
  private func noteListChanges(_ db: Database, since before: Revision) throws {
    let (rows, before) = (try db.takeListChanges(), before.ofLists)
    let after = try Revision.current(db).ofLists
    guard rows?.count != 0 || before != after else { return }
    // Lengths and absence of tracks count in playlists, and no trigger notes them.
    let known = before.tracks == after.tracks ? rows : nil
    db.afterNextTransaction { [weak self] _ in
      self?.playlistCache.withLock { $0.append(known, from: before, to: after) }
    }
  }

  /// Writes the user's own edit: one transaction and one step of the history.
  func edit<Value: Sendable>(
    changing shown: VisibleChange = .lists, name: @Sendable (Value) -> String,
    _ body: @Sendable (Database) throws -> Value
  ) async throws(LibraryError) -> Value {
    try await largeEdit(changing: shown, name: name, body).value
  }

  /// As `edit`, for one that may be too large for the history; also returns whether it is undoable.
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

  /// Undoes the latest edit; returns its name, or nil when there is none.
  ///
  /// - Throws: `.lostStep` for one that cannot be undone, which leaves the history.
  package func undo() async throws(LibraryError) -> String? { try await undoStep()?.name }

  /// Undoes the latest edit, and tells which playlists of servers for sharing have another order then.
  package func undoStep() async throws(LibraryError) -> FlippedStep? {
    let bounds = historyBounds
    return try await flip(isRedo: false) { try ChangeLog.undo($0, within: bounds) }
  }

  /// Redoes the edit undone last; returns its name, or nil when there is none.
  package func redo() async throws(LibraryError) -> String? { try await redoStep()?.name }

  /// As `undoStep`.
  package func redoStep() async throws(LibraryError) -> FlippedStep? {
    let bounds = historyBounds
    return try await flip(isRedo: true) { try ChangeLog.redo($0, within: bounds) }
  }

  private func flip(
    isRedo: Bool, _ body: @Sendable (Database) throws -> HistoryMove
  ) async throws(LibraryError) -> FlippedStep? {
    let (move, reorders) = try await write(changing: .lists) { db in
      // A step may have changed marks of tracks, which lists are sorted by.
      try db.bumpRevision(.marks)
      let isMove = try ChangeLog.nextName(db, isRedo: isRedo)?.hasPrefix(Self.moveStep) ?? false
      let orders = isMove ? try db.sharedOrders() : [:]
      let move = try body(db)
      return (move, isMove ? try db.reorders(since: orders) : [])
    }
    // The step may have restored or removed a root.
    tellOfRoots()
    switch move {
    case .none: return nil
    case .done(let name): return FlippedStep(name: name, reorders: reorders)
    case .lost(let name, let fault): throw .lostStep(name, fault)
    }
  }
}

extension Database {
  /// Executes one statement, which is kept for the next time.
  func executeCached(_ sql: String, _ arguments: StatementArguments = []) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }

  /// Raises the revision of the visible data that changed.
  func bumpRevision(_ shown: Library.VisibleChange) throws {
    switch shown {
    case .nothing: break
    case .tracks: try executeCached("UPDATE revision SET tracks = tracks + 1")
    case .marks: try executeCached("UPDATE revision SET marks = marks + 1")
    case .lists: try executeCached("UPDATE revision SET lists = lists + 1")
    }
  }

  /// Placeholders for a number of values: "(?,?,?)".
  static func marks(_ count: Int) -> String {
    "(" + Array(repeating: "?", count: count).joined(separator: ",") + ")"
  }
}

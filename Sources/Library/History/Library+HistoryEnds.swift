internal import GRDB

extension Library {
  /// The ids of the steps that undo and redo would take next, nil for none. Ids increase and are
  /// never reused.
  package struct HistoryEnds: Equatable, Sendable {
    package var latest: Int64?
    package var next: Int64?
  }

  package func historyEnds() async throws(LibraryError) -> HistoryEnds {
    try await read { db in
      HistoryEnds(
        latest: try Int64.fetchOne(db, sql: "SELECT max(id) FROM undo_steps WHERE NOT undone"),
        next: try Int64.fetchOne(db, sql: "SELECT min(id) FROM undo_steps WHERE undone"))
    }
  }
}

internal import GRDB
internal import GRDBSQLite

/// A statement on an untrusted file took more steps than any does on one of ours.
struct TooManySteps: Error {}

extension Database {
  /// Reads with a step limit: SQLite is interrupted after so many virtual machine instructions. A
  /// slow disk takes no more steps than a quick one.
  ///
  /// For untrusted files.
  ///
  /// - Throws: `TooManySteps` at the limit; an interrupt by somebody else is SQLite's own error.
  func within<Outcome>(steps: Int, _ body: () throws -> Outcome) throws -> Outcome {
    let budget = Budget(calls: steps / Budget.stepsOfCall)
    let context = Unmanaged.passUnretained(budget).toOpaque()
    sqlite3_progress_handler(
      sqliteConnection, CInt(Budget.stepsOfCall),
      { context in
        guard let context else { return 0 }
        let budget = Unmanaged<Budget>.fromOpaque(context).takeUnretainedValue()
        budget.left -= 1
        return budget.left < 0 ? 1 : 0
      }, context)
    defer { sqlite3_progress_handler(sqliteConnection, 0, nil, nil) }
    return try withExtendedLifetime(budget) {
      do {
        return try body()
      } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
        throw budget.left < 0 ? TooManySteps() : error as any Error
      }
    }
  }
}

/// The budget of one connection, used by one thread at a time.
private final class Budget {
  static let stepsOfCall = 1_000

  var left: Int

  init(calls: Int) { left = calls }
}

internal import GRDB
internal import GRDBSQLite

/// What was asked of a file takes more than it ever can in one of ours.
struct TooManySteps: Error {}

extension Database {
  /// Reads with an end: SQLite is interrupted after so many steps of its machine. A slow disk takes no
  /// more steps than a quick one.
  ///
  /// For files that nobody has vouched for yet.
  ///
  /// - Throws: `TooManySteps` at the end; an interrupt by somebody else is SQLite's own error.
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

/// Of one connection, whose calls come one after the other on the thread that uses it.
private final class Budget {
  static let stepsOfCall = 1_000

  var left: Int

  init(calls: Int) { left = calls }
}

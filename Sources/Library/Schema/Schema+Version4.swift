internal import GRDB

/// Additions of version 4: a function for each topic, in the order of their dependencies.
extension Schema {
  static func version4(_ db: Database) throws {
    // Deleted values may hold passwords.
    let wasSecure = try Int.fetchOne(db, sql: "PRAGMA secure_delete") ?? 0
    _ = try Int.fetchOne(db, sql: "PRAGMA secure_delete = ON")
    // A table named by a trigger cannot be replaced.
    try ChangeLog.dropTriggers(db)
    try keepNumbersApart(db)
    try db.execute(sql: rootsAndWalks)
    try ChangeLog.keepRows(db)
    try dropCredentials(db)
    _ = try Int.fetchOne(db, sql: "PRAGMA secure_delete = \(wasSecure)")
  }
}

internal import GRDB

/// What version 4 adds: a function for each topic, in an order in which each finds what it needs.
extension Schema {
  static func version4(_ db: Database) throws {
    // What goes here may hold passwords.
    let wasSecure = try Int.fetchOne(db, sql: "PRAGMA secure_delete") ?? 0
    _ = try Int.fetchOne(db, sql: "PRAGMA secure_delete = ON")
    // A table that a trigger names cannot be made anew.
    try ChangeLog.dropTriggers(db)
    try keepNumbersApart(db)
    try db.execute(sql: rootsAndWalks)
    try ChangeLog.keepRows(db)
    try dropCredentials(db)
    _ = try Int.fetchOne(db, sql: "PRAGMA secure_delete = \(wasSecure)")
  }
}

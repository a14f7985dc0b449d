internal import GRDB

extension LibraryDatabase {
  /// Lets the log grow larger during many writes: a page that each of them changes is copied into
  /// the database once, and the disk is waited for less often. A process that is killed loses
  /// nothing. A power cut may lose more of the last commits, since the log is synced with each
  /// checkpoint. Returns before the last checkpoint, which only the next write waits for.
  func withRareCheckpoints<Result>(_ body: () throws -> Result) throws -> Result {
    func checkpoint(each pages: Int) throws -> Int {
      try writer.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA wal_autocheckpoint = \(pages)")
        return db.totalChangesCount
      }
    }
    let before = try checkpoint(each: 8_000)
    defer {
      // Failing leaves it to the next write.
      if let after = try? checkpoint(each: 1_000), after > before + 1_000 {
        writer.asyncWriteWithoutTransaction {
          try? $0.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)")
        }
      }
    }
    return try body()
  }
}

internal import GRDB

extension Health {
  static func unanalysed(_ db: Database) throws -> Unanalysed {
    func count(_ sql: String) throws -> Int { try Int.fetchOne(db, sql: sql) ?? 0 }
    return Unanalysed(
      waiting: try count(Database.waitingForAnalysis),
      failed: try count("SELECT count(*) FROM analyses WHERE fault IS NOT NULL"))
  }
}

internal import GRDB

extension Health {
  static func unanalysed(_ db: Database) throws -> Unanalysed {
    func count(_ condition: String) throws -> Int {
      try Int.fetchOne(db, sql: "SELECT count(*) FROM \(condition)") ?? 0
    }
    return Unanalysed(
      waiting: try count("tracks WHERE awaits <> 0 AND missing = 0"),
      failed: try count("analyses WHERE fault IS NOT NULL"))
  }
}

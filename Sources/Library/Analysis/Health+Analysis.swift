internal import GRDB

extension Health {
  static func unanalysed(_ db: Database) throws -> (waiting: Int, failed: Int) {
    func count(_ condition: String) throws -> Int {
      try Int.fetchOne(db, sql: "SELECT count(*) FROM \(condition)") ?? 0
    }
    return (
      try count("tracks WHERE awaits <> 0 AND missing = 0"),
      try count("analyses WHERE fault IS NOT NULL")
    )
  }
}

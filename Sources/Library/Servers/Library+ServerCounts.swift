internal import GRDB
package import Music

extension Library {
  /// The tracks of each server that are there.
  package func serverTrackCounts() async throws(LibraryError) -> [ServerID: Int] {
    try await read { try $0.serverTrackCounts() }
  }
}

extension Database {
  func serverTrackCounts() throws -> [ServerID: Int] {
    var counts: [ServerID: Int] = [:]
    let rows = try Row.fetchCursor(
      self,
      sql: """
        SELECT t.source, count(*) FROM tracks t JOIN servers v ON v.source = t.source
        WHERE NOT t.missing AND NOT v.removed GROUP BY t.source
        """)
    while let row = try rows.next() { counts[ServerID(try row.value(0))] = try row.value(1) }
    return counts
  }
}

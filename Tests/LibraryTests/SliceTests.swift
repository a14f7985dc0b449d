import GRDB
import GRDBSQLite
import Music
import Testing

@testable import Library

@Suite("Values and pages of statements")
struct SliceTests {
  private func slices(_ count: Int64) throws -> [[Int64]] {
    try DatabaseQueue().read { db in
      var slices: [[Int64]] = []
      db.inPaddedSlices(Array(0..<count)) { slices.append(Array($0)) }
      return slices
    }
  }

  @Test("lookups repeat the last value up to a power of two")
  func padded() throws {
    #expect(try slices(0).isEmpty)
    #expect(try slices(1) == [[0]])
    #expect(try slices(5) == [[0, 1, 2, 3, 4, 4, 4, 4]])
    #expect(try slices(8) == [Array(0..<8)])
    #expect(try slices(515) == [Array(0..<512), [512, 513, 514, 514]])
  }

  @Test("any number of tracks is looked up by a few statements")
  func statements() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(40).map(\.rawValue)
    let (found, kept) = try await test.library.read { db in
      var found: [Int] = []
      for count in 1...ids.count { found.append(try db.tracks(Array(ids.prefix(count))).count) }
      var (kept, statement) = (0, OpaquePointer?.none)
      while let next = sqlite3_next_stmt(db.sqliteConnection, statement) {
        if let sql = sqlite3_sql(next), String(cString: sql).contains("t.id IN (") { kept += 1 }
        statement = next
      }
      return (found, kept)
    }
    #expect(found == Array(1...40))
    #expect(kept == 7)
  }

  @Test("a small cache is that of one read alone, also where that fails or is interrupted")
  func smallCache() throws {
    let sizes = try DatabaseQueue().read { db in
      let size = { try Int.fetchOne(db, sql: "PRAGMA cache_size") }
      var sizes = [try size(), try db.withSmallCache { try size() }]
      _ = try? db.withSmallCache {
        sqlite3_interrupt(db.sqliteConnection)
        throw CancellationError()
      }
      sizes.append(try size())
      return sizes
    }
    #expect(sizes[1] == 16)
    #expect(sizes[0] != 16 && sizes[2] == sizes[0])
  }
}

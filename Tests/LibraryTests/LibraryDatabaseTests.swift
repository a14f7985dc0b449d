import Foundation
import GRDB
import Music
import Synchronization
import Testing

@testable import Library

@Suite("The connections to a library's database")
struct LibraryDatabaseTests {
  private struct Refused: Error {}

  private final class Flag: Sendable { let isSet = Atomic(false) }
  private final class Counter: Sendable { let count = Atomic(0) }

  /// A database with one table, whose readers may be refused.
  private struct Scene: Sendable {
    let folder = TemporaryFolder()
    let database: LibraryDatabase
    let refusal = Flag()

    init() throws {
      database = try LibraryDatabase(
        path: folder["numbers.db"].text,
        configuration: .guarded { [refusal] db in
          if db.configuration.readonly, refusal.isSet.load(ordering: .relaxed) { throw Refused() }
        })
      try database.write { try $0.execute(sql: "CREATE TABLE numbers (number)") }
    }

    /// Connections that are open, by the descriptors of the file.
    var connections: Int {
      get throws {
        let folder = "/proc/self/fd"
        return try FileManager.default.contentsOfDirectory(atPath: folder).count {
          (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)"))
            == self.folder["numbers.db"].text
        }
      }
    }

    func insert() throws {
      try database.write { try $0.execute(sql: LibraryDatabaseTests.insertion) }
    }

    func count() throws -> Int {
      try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM numbers") ?? 0 }
    }

    /// As many reads at once as there may be connections, of threads and tasks; each waits for the
    /// others.
    func readAtOnce(_ more: Int = 0) async throws {
      let (reading, wanted) = (Counter(), ReaderConnections.maximumCount)
      try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<wanted + more {
          group.addTask {
            @Sendable func read(_ db: GRDB.Database) throws -> Int {
              reading.count.add(1, ordering: .relaxed)
              while reading.count.load(ordering: .relaxed) < wanted { usleep(500) }
              return try Int.fetchOne(db, sql: "SELECT count(*) FROM numbers") ?? 0
            }
            if number % 2 == 0 { return try await self.database.read(read) }
            return try await withCheckedThrowingContinuation { continuation in
              Thread.detachNewThread {
                continuation.resume(with: Result { try self.database.read(read) })
              }
            }
          }
        }
        for try await count in group { #expect(count == 1) }
      }
    }
  }

  fileprivate static let insertion = "INSERT INTO numbers VALUES (1)"

  @Test("a read goes on beside a write, and sees the state before it")
  func beside() async throws {
    let scene = try Scene()
    try await scene.database.write { db in
      try db.execute(sql: Self.insertion)
      #expect(try scene.count() == 0)
    }
    #expect(try scene.count() == 1)
    let counts = try await scene.database.read { db in
      let sql = "SELECT count(*) FROM numbers"
      let before = try Int.fetchOne(db, sql: sql)
      try scene.insert()
      return [before, try Int.fetchOne(db, sql: sql)]
    }
    #expect(counts == [1, 1])
    #expect(try scene.count() == 2)
  }

  @Test("a connection is opened only while others are in use for long, up to the most there may be")
  func connections() async throws {
    let scene = try Scene()
    try scene.insert()
    #expect(try scene.connections == 1)
    for _ in 0..<20 {
      _ = try scene.count()
      _ = try await scene.database.read { try Int.fetchOne($0, sql: "SELECT 1") }
    }
    #expect(try scene.connections == 2)
    try await scene.readAtOnce(12)
    #expect(try scene.connections == 1 + ReaderConnections.maximumCount)
  }

  @Test("a read that fails, writes, or is cancelled gives its connection back")
  func failures() async throws {
    let scene = try Scene()
    try scene.insert()
    for _ in 0..<8 {
      #expect(throws: Refused.self) { try scene.database.read { _ in throw Refused() } }
      await #expect(throws: DatabaseError.self) {
        try await scene.database.read { try $0.execute(sql: Self.insertion) }
      }
      let cancelled = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await scene.database.read { try Int.fetchOne($0, sql: "SELECT 1") }
      }
      await #expect(throws: CancellationError.self) { try await cancelled.value }
    }
    #expect(try scene.connections == 2)
    try await scene.readAtOnce()
    #expect(try scene.count() == 1)
  }

  @Test("where a connection cannot be opened, the next read tries again")
  func refused() async throws {
    let scene = try Scene()
    try scene.insert()
    scene.refusal.isSet.store(true, ordering: .relaxed)
    for _ in 0..<8 {
      #expect(throws: Refused.self) { try scene.count() }
      await #expect(throws: Refused.self) {
        try await scene.database.read { try Int.fetchOne($0, sql: "SELECT 1") }
      }
    }
    scene.refusal.isSet.store(false, ordering: .relaxed)
    try await scene.readAtOnce()
    #expect(try scene.connections == 1 + ReaderConnections.maximumCount)
  }

  @Test("running reads are interrupted")
  func interrupted() async throws {
    let scene = try Scene()
    let endless = Task {
      try await scene.database.read { db in
        try Int.fetchOne(
          db,
          sql: """
            WITH RECURSIVE endless(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM endless)
            SELECT max(number) FROM endless
            """)
      }
    }
    let isOver = Flag()
    let interrupting = Task {
      while !isOver.isSet.load(ordering: .relaxed) {
        scene.database.interrupt()
        try await Task.sleep(for: .milliseconds(5))
      }
    }
    await #expect(throws: DatabaseError.self) { _ = try await endless.value }
    isOver.isSet.store(true, ordering: .relaxed)
    try await interrupting.value
    #expect(try scene.count() == 0)
  }

  @Test("the log is gone once all connections are closed")
  func closed() throws {
    let folder = TemporaryFolder()
    let path = folder["numbers.db"].text
    func fill() throws {
      let database = try LibraryDatabase(path: path, configuration: .guarded())
      try database.write { try $0.execute(sql: "CREATE TABLE numbers (number)") }
      #expect(try database.read { try $0.tableExists("numbers") })
      #expect(FileManager.default.fileExists(atPath: path + "-wal"))
    }
    try fill()
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
  }
}

import Dispatch
import FoundationEssentials
internal import GRDB
internal import Music
import Synchronization

/// Stores waveforms: a database of their own beside the library's, which no backup holds.
///
/// All of it can be rebuilt from the files: one that is damaged or of another version is discarded,
/// and the oldest waveforms make room for new ones.
final class WaveformStore: Sendable {
  /// The key of a waveform: the audio, wherever its file is and whatever its tags say.
  struct Key: Hashable, Sendable {
    var audio: Int64
    /// Milliseconds, -1 where unknown.
    var duration: Int64

    init(_ task: AnalysisTask) {
      audio = task.audioHash ?? Key.fileStampHash(of: task)
      duration = task.duration.map { $0.wholeMicroseconds / 1_000 } ?? -1
    }

    /// For a file without an audio hash: a hash of its path, or of its address on a server, of its
    /// size and time (FNV-1a).
    private static func fileStampHash(of task: AnalysisTask) -> Int64 {
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01B3 }
      (task.address.map { Array($0.text.utf8) } ?? task.path.bytes).forEach(add)
      for number in [task.file.size, task.file.modified] {
        for index in 0..<8 { add(UInt8(truncatingIfNeeded: number >> (8 * index))) }
      }
      return Int64(bitPattern: hash)
    }
  }

  /// Nil for one in memory.
  private let path: FilePath?
  /// Bytes; a track takes some 100,000.
  private let maximumBytes: Int64
  private let opened = Mutex<DatabaseQueue?>(nil)
  /// Queue for reads and writes, which wait for the disk.
  let queue = DispatchQueue(label: "library.waveforms", qos: .utility)

  /// The path that errors name.
  var location: FilePath { path ?? FilePath(":memory:") }

  /// Raised with every change of the format.
  private static let version = 1
  private static let table = """
    CREATE TABLE waveforms (
      id INTEGER PRIMARY KEY,
      audio INTEGER NOT NULL,
      duration INTEGER NOT NULL,
      data BLOB NOT NULL,
      UNIQUE (audio, duration)
    ) STRICT
    """
  private static let schema = "\(table);\nPRAGMA user_version = \(version);"
  /// The schema of this version: the table and its unique index.
  private static let text = SchemaText(
    lines: [
      ["index", "sqlite_autoindex_waveforms_1", "waveforms", ""],
      ["table", "waveforms", "waveforms", table],
    ].map { $0.joined(separator: "\u{0}") })

  init(beside library: FilePath?, maximumBytes: Int64 = 4 << 30) {
    path = library.map { FilePath(bytes: $0.bytes + Array("-waveforms".utf8)) }
    self.maximumBytes = maximumBytes
  }

  func waveform(_ key: Key) throws -> Waveform? {
    let data = try use { database in
      try database.read { db in
        try Data.fetchOne(
          try db.cachedStatement(
            sql: "SELECT data FROM waveforms WHERE audio = ? AND duration = ?"),
          arguments: [key.audio, key.duration])
      }
    }
    return data.flatMap(WaveformPacking.unpack)
  }

  func has(_ key: Key) throws -> Bool {
    try use { database in
      try database.read { db in
        try Bool.fetchOne(
          try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM waveforms WHERE audio = ? AND duration = ?)"),
          arguments: [key.audio, key.duration]) ?? false
      }
    }
  }

  func keep(_ waveforms: [(key: Key, waveform: Waveform)]) throws {
    let packed = waveforms.map { ($0.key, WaveformPacking.pack($0.waveform)) }
    try use { database in
      try database.write { db in
        for (key, data) in packed {
          try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO waveforms (audio, duration, data) VALUES (?, ?, ?)"
          ).execute(arguments: [key.audio, key.duration, data])
        }
        try makeRoom(db)
      }
    }
  }

  /// Removes the file. Another process that has it open writes to the old one until it ends, and
  /// its waveforms are computed again.
  func clear() throws {
    try opened.withLock { opened in
      try opened?.close()
      opened = nil
      removeFiles()
    }
  }

  /// Deletes the oldest waveforms until the rest is within the limit.
  private func makeRoom(_ db: Database) throws {
    func number(_ pragma: String) throws -> Int64 {
      try Int64.fetchOne(db, sql: "PRAGMA \(pragma)") ?? 0
    }
    let size = try number("page_size")
    while try (number("page_count") - number("freelist_count")) * size > maximumBytes {
      try db.execute(
        sql: """
          DELETE FROM waveforms WHERE id = (SELECT min(id) FROM waveforms)
            AND id < (SELECT max(id) FROM waveforms)
          """)
      if db.changesCount == 0 { return }
    }
  }

  // MARK: Opening

  /// Calls with the database; once more with a new one where it proves damaged.
  private func use<Outcome>(_ body: (DatabaseQueue) throws -> Outcome) throws -> Outcome {
    do {
      return try body(try database())
    } catch let error as DatabaseError where WaveformStore.isDamage(error) {
      opened.withLock { $0 = nil }
      removeFiles()
      return try body(try database())
    }
  }

  private static func isDamage(_ error: DatabaseError) -> Bool {
    error.resultCode == .SQLITE_CORRUPT || error.resultCode == .SQLITE_NOTADB
  }

  private func database() throws -> DatabaseQueue {
    try opened.withLock { opened in
      if let opened { return opened }
      let database = try open()
      opened = database
      return database
    }
  }

  private func open() throws -> DatabaseQueue {
    var database = try connect()
    if try !isOurs(database) {
      try database.close()
      removeFiles()
      database = try connect()
    }
    try database.write { db in
      guard try Int.fetchOne(db, sql: "PRAGMA user_version") != WaveformStore.version else {
        return
      }
      try db.execute(sql: WaveformStore.schema)
    }
    return database
  }

  private func connect() throws -> DatabaseQueue {
    var configuration = Configuration.guarded { db in
      try db.execute(sql: "PRAGMA page_size = 16384")
      try db.execute(sql: "PRAGMA synchronous = NORMAL")
      try db.execute(sql: "PRAGMA journal_size_limit = 33554432")
    }
    configuration.busyMode = .timeout(5)
    guard let path else { return try DatabaseQueue(configuration: configuration) }
    configuration.journalMode = .wal
    PrivateFiles.make(path)
    return try DatabaseQueue(path: path.text, configuration: configuration)
  }

  /// Whether the database is new or has this version's schema.
  private func isOurs(_ database: DatabaseQueue) throws -> Bool {
    do {
      return try database.read { db in
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        let text = try SchemaText(db)
        return version == WaveformStore.version && text == WaveformStore.text
          || version == 0 && text.isEmpty
      }
    } catch let error as DatabaseError where WaveformStore.isDamage(error) {
      return false
    } catch is RowDecodingError {
      return false
    }
  }

  private func removeFiles() {
    guard let path else { return }
    for ending in ["", "-wal", "-shm"] {
      DiskFile.remove(FilePath(bytes: path.bytes + Array(ending.utf8)))
    }
  }
}

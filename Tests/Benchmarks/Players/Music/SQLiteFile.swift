import BenchHarness
import GRDBSQLite

/// A database file, tuned for the fastest inserts.
final class SQLiteFile {
  private let handle: OpaquePointer

  init(_ path: String) throws {
    var handle: OpaquePointer?
    guard sqlite3_open(path, &handle) == SQLITE_OK, let handle else {
      throw BenchFault.command("\(path) cannot be opened")
    }
    self.handle = handle
    // A library that was just closed may still settle its log.
    sqlite3_busy_timeout(handle, 5_000)
  }

  deinit { sqlite3_close(handle) }

  private var fault: BenchFault { .command("SQLite: " + String(cString: sqlite3_errmsg(handle))) }

  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw fault }
  }

  /// Values of the first column of every row.
  func texts(_ sql: String) throws -> [String] {
    let statement = try Statement(self, sql)
    var texts: [String] = []
    while try statement.step() { texts.append(statement.text) }
    return texts
  }

  enum Value {
    case none
    case integer(Int64)
    case real(Double)
    case text(String)
    case bytes([UInt8])
  }

  final class Statement {
    private let file: SQLiteFile
    private let handle: OpaquePointer
    // because this value is SQLITE_TRANSIENT, for bytes that SQLite has to copy
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    init(_ file: SQLiteFile, _ sql: String) throws {
      var handle: OpaquePointer?
      guard sqlite3_prepare_v2(file.handle, sql, -1, &handle, nil) == SQLITE_OK, let handle else {
        throw file.fault
      }
      self.file = file
      self.handle = handle
    }

    deinit { sqlite3_finalize(handle) }

    /// Whether there is a row.
    func step() throws -> Bool {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: true
      case SQLITE_DONE: false
      default: throw file.fault
      }
    }

    var text: String { sqlite3_column_text(handle, 0).map { String(cString: $0) } ?? "" }

    func run(_ values: [Value]) throws {
      sqlite3_reset(handle)
      for (index, value) in values.enumerated() {
        let position = Int32(index + 1)
        switch value {
        case .none: sqlite3_bind_null(handle, position)
        case .integer(let number): sqlite3_bind_int64(handle, position, number)
        case .real(let number): sqlite3_bind_double(handle, position, number)
        case .text(let text): sqlite3_bind_text(handle, position, text, -1, Self.copied)
        case .bytes(let bytes):
          sqlite3_bind_blob(handle, position, bytes, Int32(bytes.count), Self.copied)
        }
      }
      _ = try step()
    }
  }
}

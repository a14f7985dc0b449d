internal import GRDB
internal import GRDBSQLite

/// Binds values to a prepared statement in order, straight to SQLite.
///
/// Texts and bytes are copied into a buffer of its own, which lives until the next row: SQLite need
/// not copy each for itself. Belongs to one thread.
final class RowBinding: RowTaking {
  private let owner: Statement
  private let statement: OpaquePointer
  private var memory: UnsafeMutableRawPointer
  private var capacity = 1 << 16
  private var used = 0
  private var index: Int32 = 0

  init(_ statement: Statement) {
    owner = statement
    self.statement = statement.sqliteStatement
    memory = .allocate(byteCount: capacity, alignment: 1)
  }

  deinit {
    sqlite3_clear_bindings(statement)
    memory.deallocate()
  }

  /// Starts a row whose texts have so many bytes in all.
  func begin(bytes: Int) {
    index = 0
    used = 0
    guard bytes > capacity else { return }
    sqlite3_clear_bindings(statement)
    memory.deallocate()
    capacity = bytes
    memory = .allocate(byteCount: bytes, alignment: 1)
  }

  func add(_ text: String?) {
    index += 1
    guard var text else { return check(sqlite3_bind_null(statement, index)) }
    text.withUTF8 { utf8 in
      let position = copy(UnsafeRawBufferPointer(utf8))
      check(
        sqlite3_bind_text(
          statement, index, position.assumingMemoryBound(to: CChar.self), Int32(utf8.count), nil))
    }
  }

  func add(_ bytes: [UInt8]) {
    index += 1
    bytes.withUnsafeBytes { raw in
      check(sqlite3_bind_blob(statement, index, copy(raw), Int32(raw.count), nil))
    }
  }

  func add(_ number: Int64?) {
    index += 1
    guard let number else { return check(sqlite3_bind_null(statement, index)) }
    check(sqlite3_bind_int64(statement, index, number))
  }

  func add(_ number: Double?) {
    index += 1
    guard let number else { return check(sqlite3_bind_null(statement, index)) }
    check(sqlite3_bind_double(statement, index, number))
  }

  /// Runs the statement with the bound values.
  func run() throws {
    let result = sqlite3_step(statement)
    // Its result is that of the step.
    sqlite3_reset(statement)
    guard result == SQLITE_DONE else {
      let message = sqlite3_errmsg(sqlite3_db_handle(statement)).map { String(cString: $0) }
      throw DatabaseError(resultCode: ResultCode(rawValue: result), message: message)
    }
  }

  private func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawPointer {
    precondition(used + bytes.count <= capacity, "more bytes than were announced")
    let index = memory + used
    if let start = bytes.baseAddress { index.copyMemory(from: start, byteCount: bytes.count) }
    used += bytes.count
    return index
  }

  /// A binding fails only for a parameter that the statement lacks.
  private func check(_ result: Int32) { precondition(result == SQLITE_OK) }
}

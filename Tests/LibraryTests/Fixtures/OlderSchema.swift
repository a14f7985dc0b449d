@testable import Library

extension RawDatabase {
  /// Gives a library of today the tables, indices and triggers of an earlier version, as that leaves
  /// them; tables that differ are empty.
  func becomeVersion(_ version: Int) throws {
    let wanted = try SchemaText.versions.get()[version].lines.map(Part.init)
    let parts = try SchemaText.versions.get().last?.lines.map(Part.init) ?? []
    for kind in ["trigger", "index", "table"] {
      for part in parts where part.kind == kind && !part.sql.isEmpty && !wanted.contains(part) {
        try run("DROP \(kind) IF EXISTS \(part.name)")
      }
    }
    for kind in ["table", "index", "trigger"] {
      let present = Set(try run("SELECT name FROM sqlite_master WHERE type = '\(kind)'"))
      for part in wanted
      where part.kind == kind && !part.sql.isEmpty && !present.contains(part.name) {
        try run(part.sql)
      }
    }
    try run("DELETE FROM grdb_migrations WHERE CAST(identifier AS INTEGER) > \(version)")
  }

  /// A table, an index or a trigger.
  private struct Part: Equatable {
    let kind, name, sql: String

    init(_ line: String) {
      let fields = line.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
      (kind, name, sql) = (fields[0], fields[1], fields[3])
    }
  }
}

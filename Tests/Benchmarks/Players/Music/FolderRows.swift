import BenchHarness

/// Writes the rows of folders, each after its parent's.
struct FolderRows {
  private let top: String
  private let insertion: SQLiteFile.Statement
  private var known: [String: Int64] = [:]

  init(_ file: SQLiteFile, top: String) throws {
    self.top = top
    insertion = try SQLiteFile.Statement(
      file, "INSERT INTO folders (id, parent, path) VALUES (?, ?, ?)")
    let root = try SQLiteFile.Statement(
      file, "INSERT INTO roots (id, path, is_file) VALUES (1, ?, 0)")
    try root.run([.bytes(Array(top.utf8))])
    try insertion.run([.integer(1), .none, .bytes(Array(top.utf8))])
    known[""] = 1
  }

  mutating func row(of path: String) throws -> Int64 {
    if let folder = known[path] { return folder }
    let parent = try row(of: path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "")
    let made = Int64(known.count + 1)
    try insertion.run([.integer(made), .integer(parent), .bytes(Array("\(top)/\(path)".utf8))])
    known[path] = made
    return made
  }
}

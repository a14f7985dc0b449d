import BenchHarness
import Music

/// Writes the rows of folders, each behind its parent's.
struct FolderRows {
  private struct Folder {
    var id: Int64
    var key: [UInt8]
  }

  private let top: String
  private let insertion: SQLiteFile.Statement
  private var known: [String: Folder] = [:]

  init(_ file: SQLiteFile, top: String) throws {
    self.top = top
    insertion = try SQLiteFile.Statement(
      file, "INSERT INTO folders (id, parent, path, order_key) VALUES (?, ?, ?, ?)")
    let root = try SQLiteFile.Statement(
      file, "INSERT INTO roots (id, path, is_file) VALUES (1, ?, 0)")
    try root.run([.bytes(Array(top.utf8))])
    let key = top.split(separator: "/").reduce([2]) { Self.key(String($1), in: $0) }
    try insertion.run([.integer(1), .none, .bytes(Array(top.utf8)), .bytes(key)])
    known[""] = Folder(id: 1, key: key)
  }

  /// As the library sorts folders: those in a folder come before its files.
  private static func key(_ name: String, in parent: [UInt8]) -> [UInt8] {
    parent.dropLast() + [1] + SortKey.bytes(name) + [0, 2]
  }

  mutating func row(of path: String) throws -> Int64 { try folder(path).id }

  private mutating func folder(_ path: String) throws -> Folder {
    if let folder = known[path] { return folder }
    let slash = path.lastIndex(of: "/")
    let parent = try folder(slash.map { String(path[..<$0]) } ?? "")
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let made = Folder(id: Int64(known.count + 1), key: Self.key(name, in: parent.key))
    try insertion.run([
      .integer(made.id), .integer(parent.id), .bytes(Array("\(top)/\(path)".utf8)),
      .bytes(made.key),
    ])
    known[path] = made
    return made
  }
}

internal import GRDB
internal import Music

/// The folders of the library and what is below each of them.
struct FolderTree: Sendable {
  struct Folder: Sendable {
    var id: Int64
    var path: FilePath
    /// Indices, in natural order.
    var children: [Int32] = []
    /// Tracks below it, in sub folders too, and microseconds.
    var tracks = 0
    var duration: Int64 = 0
  }

  private(set) var folders: [Folder] = []
  private var indices: [Int64: Int32] = [:]

  subscript(id: Int64) -> Folder? { indices[id].map { folders[Int($0)] } }
  subscript(children folder: Folder) -> [Folder] { folder.children.map { folders[Int($0)] } }

  init(_ db: Database) throws {
    var parents: [Int64?] = []
    // Sub folders come before the folder they are in.
    let rows = try Row.fetchCursor(
      db, sql: "SELECT id, parent, path FROM folders ORDER BY order_key, path")
    while let row = try rows.next() {
      let folder = Folder(id: row[0], path: try TrackRow.path(row, 2))
      indices[folder.id] = Int32(folders.count)
      folders.append(folder)
      parents.append(row[1])
    }
    let counts = try Row.fetchCursor(
      db,
      sql: """
        SELECT folder, count(*), coalesce(sum(duration), 0) FROM tracks WHERE missing = 0
        GROUP BY folder
        """)
    while let row = try counts.next() {
      guard let index = indices[row[0]] else { continue }
      folders[Int(index)].tracks = row[1]
      folders[Int(index)].duration = row[2]
    }
    for index in folders.indices {
      guard let parent = parents[index].flatMap({ indices[$0] }), folders[index].tracks > 0 else {
        continue
      }
      folders[Int(parent)].tracks += folders[index].tracks
      folders[Int(parent)].duration &+= folders[index].duration
      folders[Int(parent)].children.append(Int32(index))
    }
  }
}

internal import GRDB
package import Music

/// Folders of playlists, and moves into them.
extension Library {
  /// All folders of playlists by name, without totals.
  package func playlistFolders() async throws(LibraryError) -> [PlaylistFolder] {
    try await read { try $0.playlistFolders() }
  }

  /// The folder of a name, or of a path of names: "Club nights / 2024"; case and accents are
  /// ignored.
  package func playlistFolder(at path: String) async throws(LibraryError) -> PlaylistFolder? {
    func key(_ path: String) -> String {
      path.split(separator: "/").map { part in
        SortKey.folded(part.split(separator: " ").joined(separator: " "))
      }.joined(separator: "/")
    }
    let folders = try await playlistFolders()
    let wanted = key(path)
    return folders.first { key($0.path(among: folders)) == wanted }
      ?? folders.first { SortKey.folded($0.name) == SortKey.folded(path) }
  }

  /// Creates an empty folder.
  ///
  /// - Throws: `.folderNameTaken` when its parent has one of that name.
  package func createPlaylistFolder(named name: String, in parent: PlaylistFolderID? = nil)
    async throws(LibraryError) -> PlaylistFolderID
  {
    let name = try PlaylistName.tidied(name)
    return try await edit(name: { _ in "made the folder \(name)" }) { db in
      try db.makeFolder(named: name, in: parent)
    }
  }

  package func renamePlaylistFolder(_ id: PlaylistFolderID, to name: String)
    async throws(LibraryError)
  {
    let name = try PlaylistName.tidied(name)
    _ = try await edit(name: { (old: String) in "renamed the folder \(old) to \(name)" }) { db in
      let old = try db.existing(id)
      try db.refuseTaken(name, in: old.parent, except: id)
      try db.execute(
        sql: "UPDATE playlist_folders SET name = ? WHERE id = ?", arguments: [name, id.rawValue])
      return old.name
    }
  }

  /// Collapses or expands a folder, which is view state and no edit.
  package func setCollapsed(_ isCollapsed: Bool, _ id: PlaylistFolderID)
    async throws(LibraryError)
  {
    try await write(changing: .lists) { db in
      try db.execute(
        sql: "UPDATE playlist_folders SET collapsed = ? WHERE id = ?",
        arguments: [isCollapsed, id.rawValue])
    }
  }

  /// Removes a folder; its contents move to its parent.
  package func deletePlaylistFolder(_ id: PlaylistFolderID) async throws(LibraryError) {
    try await delete(PlaylistItems(folders: [id]))
  }

  package func deletePlaylist(_ id: PlaylistID) async throws(LibraryError) {
    try await delete(PlaylistItems(playlists: [id]))
  }

  /// Removes playlists with their entries, and folders, whose contents move to their parents; all
  /// in one step.
  ///
  /// - Returns: The names of the removed items.
  @discardableResult
  package func delete(_ items: PlaylistItems) async throws(LibraryError) -> PlaylistItemNames {
    try await edit(name: { "deleted \($0.text)" }) { db in
      let names = try db.names(of: items)
      for id in items.playlists {
        try db.execute(sql: "DELETE FROM playlists WHERE id = ?", arguments: [id.rawValue])
      }
      for id in items.folders {
        let outer = try db.existing(id).parent?.rawValue
        for (table, column) in [("playlists", "folder"), ("playlist_folders", "parent")] {
          try db.execute(
            sql: "UPDATE \(table) SET \(column) = ? WHERE \(column) = ?",
            arguments: [outer, id.rawValue])
        }
        try db.execute(
          sql: "DELETE FROM playlist_folders WHERE id = ?", arguments: [id.rawValue])
      }
      return names
    }
  }

  /// Moves a playlist into a folder, or to the top level.
  package func movePlaylist(_ id: PlaylistID, to folder: PlaylistFolderID?)
    async throws(LibraryError)
  {
    try await move(
      PlaylistItems(playlists: [id]), to: folder.map { .folder($0) } ?? .top)
  }

  /// Moves playlists and folders into a folder, which may be new, in one step. A folder moves with
  /// its contents.
  ///
  /// - Returns: The names of the moved items, and that of the folder; nil for the top level.
  /// - Throws: `.folderInItself`, and then nothing is moved.
  @discardableResult
  package func move(_ items: PlaylistItems, to position: FolderPosition) async throws(LibraryError)
    -> (names: PlaylistItemNames, folder: String?)
  {
    var tidied = position
    if case .new(let name, let parent) = position {
      tidied = .new(try PlaylistName.tidied(name), in: parent)
    }
    let index = tidied
    return try await edit(name: { "moved \($0.text(movedTo: $1))" }) { db in
      let names = try db.names(of: items)
      let target = try db.folder(at: index)
      let folders = Dictionary(try db.playlistFolders().map { ($0.id, $0) }) { first, _ in first }
      let moving = Set(items.folders)
      func isInside(_ folder: PlaylistFolderID?) -> PlaylistFolderID? {
        var (next, depth) = (folder, 0)
        while let id = next, depth < folders.count {
          if moving.contains(id) { return id }
          (next, depth) = (folders[id]?.parent, depth + 1)
        }
        return nil
      }
      if let inside = isInside(target), let folder = folders[inside] {
        throw LibraryError.folderInItself(folder.name)
      }
      for id in items.folders {
        guard let folder = folders[id], isInside(folder.parent) == nil else { continue }
        if folder.parent != target {
          try db.refuseTaken(folder.name, in: target, except: id)
          try db.execute(
            sql: "UPDATE playlist_folders SET parent = ? WHERE id = ?",
            arguments: [target?.rawValue, id.rawValue])
        }
      }
      for id in items.playlists {
        let folder = try db.existing(id).folder
        if folder != target, isInside(folder) == nil {
          try db.change(id, "folder = ?", [target?.rawValue])
        }
      }
      return (names, try target.map { try db.existing($0).name })
    }
  }
}

extension Database {
  func playlistFolders() throws -> [PlaylistFolder] {
    try Row.fetchAll(self, sql: "SELECT id, parent, name, collapsed FROM playlist_folders")
      .map { row in
        try PlaylistFolder(
          id: PlaylistFolderID(row.value(0)), name: row.value(2),
          parent: (row.value(1) as Int64?).map { PlaylistFolderID($0) }, isCollapsed: row.value(3))
      }
      .sorted(byName: \.name, id: \.id.rawValue)
  }

  func existing(_ id: PlaylistFolderID) throws -> PlaylistFolder {
    let row = try Row.fetchOne(
      self, sql: "SELECT name, parent FROM playlist_folders WHERE id = ?",
      arguments: [id.rawValue])
    guard let row else { throw LibraryError.noSuchFolder }
    return try PlaylistFolder(
      id: id, name: row.value(0), parent: (row.value(1) as Int64?).map { PlaylistFolderID($0) })
  }

  func refuseMissing(_ id: PlaylistFolderID) throws { _ = try existing(id) }

  /// Refuses a name that another folder of the same parent has.
  func refuseTaken(_ name: String, in parent: PlaylistFolderID?, except id: PlaylistFolderID?)
    throws
  {
    let wanted = SortKey.folded(name)
    let taken = try playlistFolders().first {
      $0.parent == parent && $0.id != id && SortKey.folded($0.name) == wanted
    }
    if let taken { throw LibraryError.folderNameTaken(taken.name) }
  }

  /// Creates a folder of a tidied name.
  func makeFolder(named name: String, in parent: PlaylistFolderID?) throws -> PlaylistFolderID {
    if let parent { try refuseMissing(parent) }
    try refuseTaken(name, in: parent, except: nil)
    try execute(
      sql: "INSERT INTO playlist_folders (name, parent) VALUES (?, ?)",
      arguments: [name, parent?.rawValue])
    return PlaylistFolderID(lastInsertedRowID)
  }

  fileprivate func folder(at position: FolderPosition) throws -> PlaylistFolderID? {
    switch position {
    case .top: return nil
    case .folder(let id):
      try refuseMissing(id)
      return id
    case .new(let name, let parent): return try makeFolder(named: name, in: parent)
    }
  }

  /// Throws where one of them is gone.
  fileprivate func names(of items: PlaylistItems) throws -> PlaylistItemNames {
    PlaylistItemNames(
      playlists: try items.playlists.map { try existing($0).name },
      folders: try items.folders.map { try existing($0).name })
  }
}

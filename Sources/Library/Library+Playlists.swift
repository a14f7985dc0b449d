import Foundation
internal import GRDB
package import Music

extension Library {
  /// All playlists by name.
  package func playlists() async throws(LibraryError) -> [Playlist] {
    try await read { try $0.playlists() }
  }

  /// The playlist of a name; case and accents decide only when two names differ in nothing else.
  package func playlist(named name: String) async throws(LibraryError) -> Playlist? {
    try await read { db in
      let all = try db.playlists()
      return all.first { $0.name == name }
        ?? all.first { SortKey.folded($0.name) == SortKey.folded(name) }
    }
  }

  package func playlist(_ id: PlaylistID) async throws(LibraryError) -> Playlist? {
    try await read { try $0.playlist(id) }
  }

  /// Makes an empty playlist.
  ///
  /// - Throws: `.nameTaken` when there is one of that name.
  package func createPlaylist(
    named name: String, in folder: PlaylistFolderID? = nil, template: GroupTemplate = .none
  ) async throws(LibraryError) -> Playlist {
    let name = try PlaylistName.tidied(name)
    return try await edit(name: { "created \($0.name)" }) { db in
      try db.refuseTaken(name)
      let now = Date.now.unixSeconds
      try db.execute(
        sql: """
          INSERT INTO playlists (name, folder, template, created, modified) VALUES (?, ?, ?, ?, ?)
          """, arguments: [name, folder?.rawValue, template.source, now, now])
      guard let made = try db.playlist(PlaylistID(db.lastInsertedRowID)) else {
        throw LibraryError.noSuchPlaylist
      }
      return made
    }
  }

  package func renamePlaylist(_ id: PlaylistID, to name: String) async throws(LibraryError) {
    let name = try PlaylistName.tidied(name)
    _ = try await edit(name: { (old: String) in "renamed \(old) to \(name)" }) { db in
      let old = try db.existing(id)
      try db.refuseTaken(name, except: id)
      try db.change(id, "name = ?", [name])
      return old.name
    }
  }

  package func deletePlaylist(_ id: PlaylistID) async throws(LibraryError) {
    _ = try await edit(name: { (name: String) in "deleted \(name)" }) { db in
      let old = try db.existing(id)
      try db.execute(sql: "DELETE FROM playlists WHERE id = ?", arguments: [id.rawValue])
      return old.name
    }
  }

  package func setTemplate(_ template: GroupTemplate, of id: PlaylistID)
    async throws(LibraryError)
  {
    _ = try await edit(name: { (name: String) in "grouped \(name) by \(template.name)" }) { db in
      let old = try db.existing(id)
      try db.change(id, "template = ?", [template.source])
      return old.name
    }
  }

  /// Changes all that is said of a playlist in one step.
  ///
  /// - Throws: `.nameTaken` when another one has the name.
  package func change(_ id: PlaylistID, _ details: PlaylistDetails) async throws(LibraryError) {
    let name = try PlaylistName.tidied(details.name)
    _ = try await edit(name: { (old: String) in "changed \(old)" }) { db in
      let old = try db.existing(id)
      let new = PlaylistDetails(
        name: name, notes: details.notes, color: details.color, targetBPM: details.targetBPM)
      let isSame =
        old.name == new.name && old.notes == new.notes && old.color == new.color
        && old.targetBPM == new.targetBPM
      if isSame { return old.name }
      try db.refuseTaken(name, except: id)
      try db.change(
        id, "name = ?, notes = ?, color = ?, target_bpm = ?",
        [new.name, new.notes, new.color, new.targetBPM])
      return old.name
    }
  }

  package func setNotes(_ notes: String, of id: PlaylistID) async throws(LibraryError) {
    try await set("notes", notes, of: id)
  }

  package func setColor(_ color: String?, of id: PlaylistID) async throws(LibraryError) {
    try await set("color", color, of: id)
  }

  /// Beats per minute; nil for none.
  package func setTargetBPM(_ bpm: Double?, of id: PlaylistID) async throws(LibraryError) {
    try await set("target_bpm", bpm, of: id)
  }

  private func set(
    _ column: String, _ value: (any DatabaseValueConvertible & Sendable)?, of id: PlaylistID
  ) async throws(LibraryError) {
    _ = try await edit(name: { (name: String) in "changed \(name)" }) { db in
      let old = try db.existing(id)
      try db.change(id, "\(column) = ?", [value])
      return old.name
    }
  }

  // MARK: Folders of playlists

  package func createPlaylistFolder(named name: String, in parent: PlaylistFolderID? = nil)
    async throws(LibraryError) -> PlaylistFolderID
  {
    let name = try PlaylistName.tidied(name)
    return try await edit(name: { _ in "created folder \(name)" }) { db in
      try db.execute(
        sql: "INSERT INTO playlist_folders (name, parent) VALUES (?, ?)",
        arguments: [name, parent?.rawValue])
      return PlaylistFolderID(db.lastInsertedRowID)
    }
  }

  package func renamePlaylistFolder(_ id: PlaylistFolderID, to name: String)
    async throws(LibraryError)
  {
    let name = try PlaylistName.tidied(name)
    try await edit(name: { "renamed folder to \(name)" }) { db in
      try db.execute(
        sql: "UPDATE playlist_folders SET name = ? WHERE id = ?", arguments: [name, id.rawValue])
    }
  }

  /// Removes a folder; what is in it moves to the folder around it.
  package func deletePlaylistFolder(_ id: PlaylistFolderID) async throws(LibraryError) {
    try await edit(name: { "deleted a folder" }) { db in
      let outer = try Int64.fetchOne(
        db, sql: "SELECT parent FROM playlist_folders WHERE id = ?", arguments: [id.rawValue])
      try db.execute(
        sql: "UPDATE playlists SET folder = ? WHERE folder = ?", arguments: [outer, id.rawValue])
      try db.execute(
        sql: "UPDATE playlist_folders SET parent = ? WHERE parent = ?",
        arguments: [outer, id.rawValue])
      try db.execute(
        sql: "DELETE FROM playlist_folders WHERE id = ?", arguments: [id.rawValue])
    }
  }

  /// Puts a playlist into a folder, or outside of all.
  package func movePlaylist(_ id: PlaylistID, to folder: PlaylistFolderID?)
    async throws(LibraryError)
  {
    _ = try await edit(name: { (name: String) in "moved \(name)" }) { db in
      let old = try db.existing(id)
      try db.change(id, "folder = ?", [folder?.rawValue])
      return old.name
    }
  }
}

extension Date {
  var unixSeconds: Int64 { Int64(timeIntervalSince1970) }
}

extension Database {
  func existing(_ id: PlaylistID) throws -> Playlist {
    guard let playlist = try playlist(id) else { throw LibraryError.noSuchPlaylist }
    return playlist
  }

  /// Sets columns of a playlist and its time of change.
  func change(_ id: PlaylistID, _ assignments: String, _ values: StatementArguments) throws {
    try execute(
      sql: "UPDATE playlists SET \(assignments), modified = ? WHERE id = ?",
      arguments: values + [Date.now.unixSeconds, id.rawValue])
  }

  fileprivate func refuseTaken(_ name: String, except id: PlaylistID? = nil) throws {
    let wanted = SortKey.folded(name)
    let rows = try Row.fetchAll(self, sql: "SELECT id, name FROM playlists")
    let taken = rows.first { row in
      row[0] != id?.rawValue && SortKey.folded(row[1]) == wanted
    }
    if let taken { throw LibraryError.nameTaken(taken[1]) }
  }
}

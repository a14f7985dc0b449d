import FoundationEssentials
internal import GRDB
package import Music

extension Library {
  /// All playlists by name.
  package func playlists() async throws(LibraryError) -> [Playlist] {
    try await sortedPlaylists().playlists
  }

  package func sortedPlaylists() async throws(LibraryError) -> SortedPlaylists {
    try await read { try ListBuilder($0, self).sortedPlaylists() }
  }

  /// The playlist of a name; case and accents matter only between names that are otherwise equal.
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

  /// Creates an empty playlist.
  ///
  /// - Throws: `.nameTaken` when there is one of that name.
  package func createPlaylist(
    named name: String, in folder: PlaylistFolderID? = nil, template: GroupTemplate = .none
  ) async throws(LibraryError) -> Playlist {
    let name = try PlaylistName.tidied(name)
    return try await edit(name: { "created \($0.name)" }) { db in
      try db.makePlaylist(named: name, in: folder, template: template)
    }
  }

  package func renamePlaylist(_ id: PlaylistID, to name: String) async throws(LibraryError) {
    let name = try PlaylistName.tidied(name)
    _ = try await edit(name: { (old: String) in "renamed \(old) to \(name)" }) { db in
      let old = try db.existing(id)
      try db.refuseTaken(name, except: id)
      try db.change(id, "name = ?", [name])
      // Queries that refer to this name refer to the new playlist from now on.
      try db.refuseCycles()
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

  /// Changes all details of a playlist in one step.
  ///
  /// - Throws: `.nameTaken` when another one has the name.
  package func change(_ id: PlaylistID, _ details: PlaylistDetails) async throws(LibraryError) {
    let name = try PlaylistName.tidied(details.name)
    _ = try await edit(name: { (old: String) in "changed \(old)" }) { db in
      let old = try db.existing(id)
      var new = details
      new.name = name
      if old.details != new { try db.change(id, new) }
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
}

extension Date {
  var unixSeconds: Int64 { Int64(timeIntervalSince1970) }
  var unixMilliseconds: Int64 { Int64(timeIntervalSince1970 * 1_000) }
}

extension Database {
  /// A playlist without its totals: an edit costs what it changes, however long the playlist is.
  func existing(_ id: PlaylistID) throws -> Playlist {
    guard let playlist = try uncounted(id) else { throw LibraryError.noSuchPlaylist }
    return playlist
  }

  /// A playlist with its totals, for which all entries are read.
  func counted(_ id: PlaylistID) throws -> Playlist {
    guard let playlist = try playlist(id) else { throw LibraryError.noSuchPlaylist }
    return playlist
  }

  /// A playlist that has entries of its own.
  func editable(_ id: PlaylistID) throws -> Playlist {
    let playlist = try existing(id)
    if playlist.smart != nil { throw LibraryError.smart(playlist.name) }
    return playlist
  }

  /// Creates an empty playlist of a tidied name.
  func makePlaylist(
    named name: String, in folder: PlaylistFolderID?, template: GroupTemplate = .none,
    smart: SmartQuery? = nil
  ) throws -> Playlist {
    try refuseTaken(name)
    if let folder { try refuseMissing(folder) }
    let now = Date.now.unixSeconds
    try execute(
      sql: """
        INSERT INTO playlists (name, folder, template, created, modified, query, query_sort,
          query_descending, query_limit)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        name, folder?.rawValue, template.source, now, now, smart?.text, smart?.sort.rawValue,
        smart?.isDescending ?? false, smart?.limit,
      ])
    return try counted(PlaylistID(lastInsertedRowID))
  }

  /// Changes the details of a playlist, its name included.
  func change(_ id: PlaylistID, _ details: PlaylistDetails) throws {
    try refuseTaken(details.name, except: id)
    try change(
      id, "name = ?, notes = ?, color = ?, target_bpm = ?",
      [details.name, details.notes, details.color, details.targetBPM])
    try refuseCycles()
  }

  private func takenNames() throws -> Set<String> {
    Set(try String.fetchAll(self, sql: "SELECT name FROM playlists").map(SortKey.folded))
  }

  /// The name for the new playlist of a slot: "Mix 1", or where that is taken "Mix 4" and on.
  func freeMixName(_ slot: MixSlot) throws -> String {
    let taken = try takenNames()
    var number = slot.rawValue
    while taken.contains(SortKey.folded("Mix \(number)")) {
      number = max(MixSlot.allCases.count, number) + 1
    }
    return "Mix \(number)"
  }

  /// A free name derived from another: "X copy", or "X copy 2".
  func freeName(like name: String, _ addition: String) throws -> String {
    let taken = try takenNames()
    let base = String(name.prefix(150)) + " " + addition
    var candidate = base
    var number = 2
    while taken.contains(SortKey.folded(candidate)) {
      candidate = "\(base) \(number)"
      number += 1
    }
    return candidate
  }

  /// Notes that the contents of a playlist were changed now.
  ///
  /// No column of a key is set: SQLite would look through all entries for their foreign key.
  func touch(_ id: PlaylistID) throws {
    try executeCached(
      "UPDATE playlists SET modified = ? WHERE id = ?", [Date.now.unixSeconds, id.rawValue])
  }

  /// Sets columns of a playlist and its modification time.
  func change(_ id: PlaylistID, _ assignments: String, _ values: StatementArguments) throws {
    try executeCached(
      "UPDATE playlists SET \(assignments), modified = ? WHERE id = ?",
      values + [Date.now.unixSeconds, id.rawValue])
  }

  func refuseTaken(_ name: String, except id: PlaylistID? = nil) throws {
    let wanted = SortKey.folded(name)
    let rows = try Row.fetchAll(self, sql: "SELECT id, name FROM playlists")
    let taken = try rows.first { row in
      try row.value(0) != id?.rawValue && SortKey.folded(row.value(1)) == wanted
    }
    if let taken { throw LibraryError.nameTaken(try taken.value(1)) }
  }
}

import FoundationEssentials
internal import GRDB
package import Music

// The listing of a server. It can be interrupted at any moment and goes on where it was: its cursor
// is stored with each batch. What is listed again unchanged writes nothing but the listing's
// number.
extension Library {
  /// The stored cursor of a listing that is under way; nil for none.
  package func listingCursor(of id: ServerID) async throws(LibraryError) -> String? {
    try await read { db in
      try Row.fetchOne(
        db, sql: "SELECT cursor FROM servers WHERE source = ? AND is_listing AND NOT removed",
        arguments: [id.rawValue]
      ).flatMap { try $0.value(0) }
    }
  }

  /// Begins a listing, or goes on with an interrupted one.
  ///
  /// - Returns: The listing's number.
  package func beginListing(of id: ServerID) async throws(LibraryError) -> Int64 {
    try await write(changing: .nothing) { db in
      _ = try db.server(id)
      try db.execute(
        sql: """
          UPDATE servers SET listing = listing + 1, is_listing = 1, cursor = NULL
          WHERE source = ? AND NOT is_listing
          """, arguments: [id.rawValue])
      return try db.listing(of: id)
    }
  }

  /// Drops a listing whose cursor is of no use any more; the next one begins anew.
  package func dropListing(of id: ServerID) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      try db.set("is_listing = 0, cursor = NULL", [], of: id)
    }
  }

  /// Stores a batch of a listing in one transaction, with the cursor behind it.
  ///
  /// The parts of books are stored as tracks, too. Of a podcast all episodes come in one batch.
  ///
  /// - Parameter replaced: takes the tracks whose files have changed, before that is stored: what is
  ///   kept of their sound is dropped whenever the program ends.
  /// - Throws: `.server(.oldListing)` for a number that is not that of the listing under way.
  /// - Returns: The tracks that are new, and those with other values than before.
  package func storeListing(
    _ tracks: [ServerTrack], books: [ServerBook] = [], of id: ServerID, listing: Int64,
    cursor: String?, replaced: @Sendable ([ServerTrackAddress]) -> Void = { _ in }
  ) async throws(LibraryError) -> (added: Int, changed: Int) {
    let now = Date.now.unixSeconds
    let (added, changed, isVisible) = try await write(changing: .nothing) { db in
      let server = try db.server(id)
      try db.require(listing, of: id)
      var writer = try ServerTrackWriter(db, server, listing: listing, now: now)
      for track in tracks { _ = try writer.write(track) }
      var bookWriter = ServerBookWriter(db, server)
      try bookWriter.write(books, &writer)
      try db.set("cursor = ?", [cursor], of: id)
      if !writer.replaced.isEmpty { replaced(writer.replaced) }
      let isVisible = writer.hasChanges || bookWriter.hasChanges
      if writer.hasChanges { try db.bumpRevision(.tracks) }
      if writer.hasNewMarks { try db.bumpRevision(.marks) }
      if bookWriter.hasChanges { try db.bumpRevision(.lists) }
      return (writer.added, writer.changed, isVisible)
    }
    if isVisible { notifier.signal() }
    return (added, changed)
  }

  /// Stores tracks that were asked for apart from any listing: what they are and their marks.
  /// A listing that is under way goes on as it was.
  ///
  /// - Parameter replaced: as for `storeListing`.
  /// - Returns: The tracks that are new, and those with other values than before.
  package func storeTracks(
    _ tracks: [ServerTrack], of id: ServerID,
    replaced: @Sendable ([ServerTrackAddress]) -> Void = { _ in }
  ) async throws(LibraryError) -> (added: Int, changed: Int, marked: Int) {
    let now = Date.now.unixSeconds
    let (added, changed, marked) = try await write(changing: .nothing) { db in
      let server = try db.server(id)
      var writer = try ServerTrackWriter(db, server, listing: db.listing(of: id), now: now)
      for track in tracks { _ = try writer.write(track) }
      if !writer.replaced.isEmpty { replaced(writer.replaced) }
      if writer.hasChanges { try db.bumpRevision(.tracks) }
      if writer.hasNewMarks { try db.bumpRevision(.marks) }
      return (writer.added, writer.changed, writer.marked)
    }
    if added + changed + marked > 0 { notifier.signal() }
    return (added, changed, marked)
  }

  /// Counts items that have not changed, whose details were not fetched again, as listed.
  package func keepListed(
    _ items: [String], of id: ServerID, listing: Int64
  ) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      let server = try db.server(id)
      try db.require(listing, of: id)
      let update = try db.cachedStatement(
        sql: """
          UPDATE server_tracks SET listing = ? WHERE track IN
            (SELECT id FROM tracks WHERE source = ? AND path >= ? AND path < ?)
          """)
      for item in items {
        guard let range = server.paths(ofItem: item) else { continue }
        try update.execute(arguments: [listing, id.rawValue, range.start, range.end])
      }
    }
  }

  /// The versions of the items that are stored, by their ids on the server.
  package func itemVersions(of id: ServerID) async throws(LibraryError) -> [String: Int64] {
    try await read { db in
      var versions: [String: Int64] = [:]
      let rows = try Row.fetchCursor(
        db, sql: "SELECT item, version FROM server_items WHERE source = ?",
        arguments: [id.rawValue])
      while let row = try rows.next() { versions[try row.value(0)] = try row.value(1) }
      return versions
    }
  }

  /// Ends a listing: tracks that it did not name become missing.
  ///
  /// - Parameter time: Unix time in seconds.
  /// - Returns: The number of tracks that have become missing.
  package func endListing(
    of id: ServerID, listing: Int64, at time: Int64
  ) async throws(LibraryError) -> Int {
    let lost = try await write(changing: .nothing) { db in
      try db.require(listing, of: id)
      return try db.unlisted(by: listing, of: db.server(id))
    }
    var rest = lost[...]
    while !rest.isEmpty {
      let slice = Array(rest.prefix(Library.lostAtOnce))
      rest = rest.dropFirst(slice.count)
      try await write(changing: .tracks) { db in
        try db.require(listing, of: id)
        try db.setMissing(slice)
      }
    }
    try await write(changing: .nothing) { db in
      try db.require(listing, of: id)
      try db.forgetItems(of: id)
      try db.set("is_listing = 0, cursor = NULL, last_listing = ?", [time], of: id)
    }
    return lost.count
  }
}

extension Database {
  fileprivate func listing(of id: ServerID) throws -> Int64 {
    try Int64.fetchOne(
      self, sql: "SELECT listing FROM servers WHERE source = ?", arguments: [id.rawValue]) ?? 0
  }

  fileprivate func require(_ listing: Int64, of id: ServerID) throws {
    let isCurrent = try Bool.fetchOne(
      try cachedStatement(
        sql: "SELECT listing = ? AND is_listing FROM servers WHERE source = ? AND NOT removed"),
      arguments: [listing, id.rawValue])
    guard isCurrent == true else { throw LibraryError.server(.oldListing) }
  }

  /// The tracks of a server that a listing has not named. Those that undo has brought back have no
  /// number.
  fileprivate func unlisted(by listing: Int64, of server: Server) throws -> [Int64] {
    try Int64.fetchAll(
      self,
      sql: """
        SELECT t.id FROM tracks t LEFT JOIN server_tracks s ON s.track = t.id
        WHERE t.folder = ? AND t.missing = 0 AND s.listing IS NOT ?
        """, arguments: [try folder(of: server), listing])
  }

  /// Forgets the versions of items without tracks, so that their details are fetched where they are
  /// listed again.
  fileprivate func forgetItems(of id: ServerID) throws {
    let server = try server(id)
    let items = try String.fetchAll(
      self, sql: "SELECT item FROM server_items WHERE source = ?", arguments: [id.rawValue])
    let query = try cachedStatement(
      sql: """
        SELECT EXISTS (SELECT 1 FROM tracks
          WHERE source = ? AND path >= ? AND path < ? AND missing = 0)
        """)
    let deletion = try cachedStatement(
      sql: "DELETE FROM server_items WHERE source = ? AND item = ?")
    for item in items {
      guard let range = server.paths(ofItem: item) else { continue }
      let isThere = try Bool.fetchOne(
        query, arguments: [id.rawValue, range.start, range.end])
      if isThere != true { try deletion.execute(arguments: [id.rawValue, item]) }
    }
  }
}

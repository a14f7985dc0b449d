import FoundationEssentials
internal import GRDB
package import Music

extension Library {
  /// Opens a CUE sheet: its files become part of the library, and its tracks the entries of one
  /// playlist, which is found again when the sheet is opened again.
  ///
  /// - Throws: `.sheet` for a fault of the sheet, or of a file that it names: then no playlist is
  ///   created.
  package func openSheet(at path: FilePath) async throws(LibraryError) -> Playlist {
    let sheet = try await onScanQueue { () throws(LibraryError) in try CueSheet(at: path) }
    return try await open(sheet, at: path)
  }

  /// Opens a parsed sheet.
  package func open(_ sheet: CueSheet, at path: FilePath) async throws(LibraryError) -> Playlist {
    let files = try await onScanQueue { () throws(LibraryError) in
      let places = SheetFiles(of: path)
      var found: [FilePath] = []
      for file in sheet.files {
        guard let index = places.file(named: file.name) else {
          throw .sheet(path, reason: "line \(file.line): there is no file \(file.name)")
        }
        found.append(index)
      }
      return found
    }
    do {
      _ = try await scan(files) { _ in }
    } catch {
      guard case .unreadable(let file, let code) = error else { throw error }
      let line = zip(sheet.files, files).first { $1 == file }.map { "line \($0.0.line): " } ?? ""
      throw .sheet(path, reason: line + "cannot read \(file.name): \(systemText(code))")
    }
    var pieces: [Piece] = []
    for (file, index) in zip(sheet.files, files) {
      guard let track = try await track(at: index) else {
        throw .sheet(path, reason: "line \(file.line): there is no sound in \(index.name)")
      }
      pieces += file.tracks.map { Piece($0, of: track.id, performer: sheet.performer) }
    }
    let title = sheet.title.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } ?? path.stem
    let names = [sheet.performer, title].compactMap { $0 }
    let name = try PlaylistName.tidied(names.joined(separator: " — "))
    let all = pieces
    return try await edit(name: { "opened \($0.name)" }) { db in
      try db.playlist(of: all) { $0 == name } ?? db.playlist(of: all) { _ in true }
        ?? db.makePlaylist(of: all, named: name)
    }
  }
}

/// A track of a sheet as an entry; times are microseconds.
private struct Piece: Equatable, Sendable {
  var track: Int64
  var start: Int64?
  var end: Int64?
  var title: String
  var artist: String?

  init(_ virtualTrack: CueSheet.Track, of track: TrackID, performer: String?) {
    self.track = track.rawValue
    start = virtualTrack.start > .zero ? virtualTrack.start.wholeMicroseconds : nil
    end = virtualTrack.end?.wholeMicroseconds
    title = virtualTrack.title ?? "Track \(virtualTrack.number)"
    artist = virtualTrack.performer ?? performer
  }

  init?(_ row: Row) throws {
    guard let title: String = try row.value(3) else { return nil }
    track = try row.value(0)
    start = try row.value(1)
    end = try row.value(2)
    self.title = title
    artist = try row.value(4)
  }
}

extension Database {
  /// A playlist that consists of just these virtual tracks and has a matching name.
  fileprivate func playlist(of pieces: [Piece], _ isWanted: (String) -> Bool) throws -> Playlist? {
    guard let first = pieces.first else { return nil }
    let candidates = try Row.fetchAll(
      self,
      sql: """
        SELECT DISTINCT p.id, p.name FROM entries e JOIN playlists p ON p.id = e.playlist
        WHERE e.track = ? AND e.title IS NOT NULL ORDER BY p.id
        """, arguments: [first.track])
    for row in candidates where isWanted(try row.value(1)) {
      let entries = try Row.fetchAll(
        self,
        sql: """
          SELECT track, start_offset, end_offset, title, artist FROM entries WHERE playlist = ?
          ORDER BY position, id LIMIT ?
          """, arguments: [try row.value(0) as Int64, pieces.count + 1])
      if try entries.map({ try Piece($0) }) == pieces {
        return try playlist(PlaylistID(row.value(0)))
      }
    }
    return nil
  }

  fileprivate func makePlaylist(of pieces: [Piece], named wanted: String) throws -> Playlist {
    let now = Date.now.unixSeconds
    try execute(
      sql: "INSERT INTO playlists (name, created, modified) VALUES (?, ?, ?)",
      arguments: [try freeName(wanted), now, now])
    let playlist = lastInsertedRowID
    let insertion = try cachedStatement(
      sql: """
        INSERT INTO entries (playlist, track, position, start_offset, end_offset, title, artist)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """)
    for (index, virtualTrack) in pieces.enumerated() {
      try insertion.execute(
        arguments: [
          playlist, virtualTrack.track, Int64(index + 1) * Database.gap, virtualTrack.start,
          virtualTrack.end,
          virtualTrack.title, virtualTrack.artist,
        ])
    }
    return try counted(PlaylistID(playlist))
  }

  /// The name, or a taken one with the first free number.
  private func freeName(_ wanted: String) throws -> String {
    let taken = Set(
      try String.fetchAll(self, sql: "SELECT name FROM playlists").map { SortKey.folded($0) })
    var name = wanted
    var number = 2
    while taken.contains(SortKey.folded(name)) {
      name = "\(wanted.prefix(180)) \(number)"
      number += 1
    }
    return name
  }
}

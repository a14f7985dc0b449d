import BenchHarness
import Foundation
import Library
import Music

/// Writes a library of any size without files: the library creates its tables, and rows are
/// inserted as by a scan.
struct LibraryMaker {
  private typealias Value = SQLiteFile.Value

  static func make(
    _ path: String, tracks: Int, _ shape: LibraryShape = LibraryShape()
  ) throws {
    guard !FileManager.default.fileExists(atPath: path) else {
      throw BenchFault.command("there already is \(path)")
    }
    _ = try Library(at: FilePath(path))
    let file = try SQLiteFile(path)
    try file.run("PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; BEGIN")
    // Indexes are built at the end: one sort is faster than a million insertions.
    let indexes = try file.texts(
      "SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'tracks' AND sql > ''")
    for name in try file.texts(
      "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'tracks' AND sql > ''")
    { try file.run("DROP INDEX \(name)") }
    try fill(file, tracks: tracks, shape)
    try fillPlaylists(file, tracks: tracks, shape)
    for sql in indexes { try file.run(sql) }
    try file.run("COMMIT; ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private static func fill(_ file: SQLiteFile, tracks: Int, _ shape: LibraryShape) throws {
    var collection = SyntheticCollection(tracks: tracks)
    var folders = try FolderRows(file, top: shape.top)
    var insertions: [String: (names: [String], statement: SQLiteFile.Statement)] = [:]
    for index in 0..<tracks {
      let track = shape.shaped(collection.next())
      let id = Int64(index + 1)
      let path = shape.path(of: track, id)
      let rows = rows(of: track, id, path, try folders.row(of: track.folder), shape.seconds)
      for (table, row) in rows {
        if insertions[table] == nil {
          let names = row.keys.sorted()
          let marks = names.map { _ in "?" }.joined(separator: ", ")
          let sql = "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(marks))"
          insertions[table] = (names, try SQLiteFile.Statement(file, sql))
        }
        guard let (names, statement) = insertions[table] else { continue }
        try statement.run(names.map { row[$0] ?? .none })
      }
      if index % 100_000 == 99_999 { Progress.show("\(index + 1) rows") }
    }
    try file.run("UPDATE revision SET tracks = 1, change = 1; UPDATE tracks SET changed = 1")
  }

  /// Playlists, of which the first one may have as many entries as there are tracks: every other
  /// track twice, so that there are tracks to add.
  private static func fillPlaylists(
    _ file: SQLiteFile, tracks: Int, _ shape: LibraryShape
  ) throws {
    let lists = try SQLiteFile.Statement(
      file, "INSERT INTO playlists (id, name, created, modified) VALUES (?, ?, 1, 1)")
    for id in 0..<shape.playlists {
      try lists.run([.integer(Int64(id + 1)), .text("Playlist \(id + 1)")])
    }
    guard shape.isFirstPlaylistFull else { return }
    let entries = try SQLiteFile.Statement(
      file, "INSERT INTO entries (playlist, track, position) VALUES (1, ?, ?)")
    for id in 1...Int64(tracks) {
      try entries.run([.integer(max(1, id / 2 * 2)), .integer(id << 20)])
    }
    try file.run("UPDATE slots SET playlist = 1 WHERE slot = 1")
  }

  /// Rows by table and column, the track before the rows that refer to it.
  private static func rows(
    of track: SyntheticTrack, _ id: Int64, _ path: String, _ folder: Int64, _ length: UInt64?
  ) -> [(table: String, row: [String: Value])] {
    // Spread like real durations and dates, without randomness.
    let hash = UInt64(id) &* 0x9E37_79B9_7F4A_7C15 >> 33
    let seconds = length ?? 90 + hash % 360
    let row: [String: Value] = [
      "id": .integer(id), "source": .integer(1),
      "path": .bytes(Array(path.utf8)),
      "root": .integer(1), "folder": .integer(folder), "title": .text(track.title),
      "artist": .text(track.artist), "album_artist": track.albumArtist.map { .text($0) } ?? .none,
      "album": .text(track.album), "genre": .text(track.genre), "date": .text("\(track.year)"),
      "year": .integer(Int64(track.year)), "track": .integer(Int64(track.number)),
      "disc": .integer(1), "bpm": .real(Double(track.bpm)), "key": .text(track.key),
      "duration": .integer(Int64(seconds) * 1_000_000), "codec": .text("flac"),
      "container": .text("flac"), "sample_rate": .integer(44100), "bit_depth": .integer(16),
      "channels": .integer(2), "bit_rate": .integer(Int64(600_000 + hash % 400_000)),
      "has_art": .integer(0), "size": .integer(Int64(seconds * 90_000)),
      "modified": .integer(1_700_000_000_000_000_000 + id),
      "added": .integer(1_600_000_000 + Int64(hash % 100_000_000)),
      "credit": .text(track.albumArtist ?? track.artist), "changed": .integer(1),
    ]
    let marks: [String: Value] = [
      "track": .integer(id), "plays": .integer(Int64(hash % 20)),
      "rating": .integer(Int64(hash % 6)),
    ]
    return [("tracks", row), ("marks", marks)]
  }
}

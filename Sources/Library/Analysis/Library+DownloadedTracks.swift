import FoundationEssentials
internal import GRDB
import Glibc
package import Music

/// Finds the download of a server's track, or nil where it is not on this disk. Called on threads
/// that may wait for the disk.
package typealias DownloadLookup = @Sendable (ServerTrackAddress) -> FilePath?

// Tracks of servers are analysed as files are while they are on this disk.
extension Library {
  /// A task with the file to analyse; nil for a track of a server that is not on this disk as it is
  /// listed.
  func located(_ task: AnalysisTask) -> AnalysisTask? {
    guard let address = task.address else { return task }
    guard let path = downloads(address) else { return nil }
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0,
      task.file.size <= 0 || status.st_size == task.file.size
    else { return nil }
    var task = task
    task.path = path
    return task
  }

  /// Tracks of servers have come to this disk, and are to be analysed where they are not yet.
  package func awaitAnalyses(of addresses: [ServerTrackAddress]) async throws(LibraryError) {
    guard !addresses.isEmpty else { return }
    try await write(changing: .tracks) { db in
      let lookup = try db.cachedStatement(
        sql: """
          SELECT id FROM tracks
          WHERE path = ? AND source = (SELECT source FROM servers WHERE uuid = ?)
          """)
      for address in addresses {
        let track = try Int64.fetchOne(
          lookup, arguments: [Data(address.text.utf8), address.server])
        if let track { try db.awaitAnalysis(ofDownload: track) }
      }
    }
  }

  /// Finds the tracks of a server that have come to this disk without a word, and are not analysed.
  package func awaitAnalysesOfDownloads(from server: Server) async throws(LibraryError) {
    guard let bounds = server.paths else { return }
    var start = bounds.start
    var isLast = false
    repeat {
      let paths = try await read { [start] db in
        try Data.fetchAll(
          try db.cachedStatement(
            sql: """
              SELECT path FROM tracks t
              WHERE path > ? AND path < ? AND source = ? AND missing = 0
                AND NOT EXISTS (SELECT 1 FROM pending_analyses WHERE track = t.id)
                AND NOT EXISTS (SELECT 1 FROM analyses WHERE track = t.id)
              ORDER BY path LIMIT \(Library.lookedUpAtOnce)
              """), arguments: [start, bounds.end, server.id.rawValue])
      }
      let addresses = paths.compactMap {
        ServerTrackAddress(parsing: String(decoding: $0, as: UTF8.self))
      }
      try await awaitAnalyses(of: addresses.filter { downloads($0) != nil })
      isLast = paths.count < Library.lookedUpAtOnce
      start = paths.last ?? start
    } while !isLast
  }

  /// Tracks of one look at the disk.
  private static let lookedUpAtOnce = 1_000

  /// Forgets that tracks are to be analysed, whose downloads have gone.
  func dropPending(_ tracks: [Int64]) async throws(LibraryError) {
    guard !tracks.isEmpty else { return }
    try await write(changing: .nothing) { db in
      let deletion = try db.cachedStatement(sql: "DELETE FROM pending_analyses WHERE track = ?")
      for track in tracks { try deletion.execute(arguments: [track]) }
    }
  }
}

extension Database {
  /// Marks all parts as pending that a track lacks; a failure was one of another download.
  fileprivate func awaitAnalysis(ofDownload track: Int64) throws {
    try cachedStatement(sql: "DELETE FROM analyses WHERE track = ? AND fault IS NOT NULL")
      .execute(arguments: [track])
    let isKnown = try Bool.fetchOne(
      try cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM analyses WHERE track = ?)"),
      arguments: [track])
    guard isKnown != true else { return try awaitMissingParts(of: track) }
    try cachedStatement(
      sql: """
        INSERT OR REPLACE INTO pending_analyses (track, added, parts)
        SELECT id, added, -1 FROM tracks WHERE id = ?
        """
    ).execute(arguments: [track])
  }
}

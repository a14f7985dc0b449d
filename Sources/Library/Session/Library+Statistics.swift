internal import Catalog
internal import GRDB
package import Music

extension Library {
  /// What the library holds and what was heard of it.
  ///
  /// - Parameters:
  ///   - now: Unix seconds.
  ///   - count: The maximum number of genres, and of each kind of the most heard.
  ///   - monthCount: The maximum number of months.
  package func statistics(
    now: Int64, top count: Int = 10, months monthCount: Int = 24, zone: LocalZone = .current
  ) async throws(LibraryError) -> LibraryStatistics {
    await catalog.ready()
    return try await read { db in
      var (statistics, heard) = try ListBuilder(db, self).use { $0.statistics(top: count) }
      let tracks = try db.tracks(heard.map(\.id))
      statistics.topTracks = heard.compactMap { id, plays in
        tracks[id].map { .init($0.title, by: $0.tags.artist ?? "", plays: plays) }
      }
      statistics.playlists =
        try Int.fetchOne(db, sql: "SELECT count(*) FROM playlists") ?? 0
      statistics.plays = try Int.fetchOne(db, sql: "SELECT count(*) FROM plays") ?? 0
      guard let first = try Int64.fetchOne(db, sql: "SELECT min(time) FROM plays") else {
        return statistics
      }
      let months = LibraryStatistics.months(
        upTo: now, since: first, atMost: monthCount, zone: zone)
      let counting = try db.cachedStatement(
        sql: "SELECT count(*) FROM plays WHERE time >= ? AND time < ?")
      let ends = months.dropFirst().map(\.start) + [Int64.max]
      statistics.months = try zip(months, ends).map { month, end in
        var counted = month.month
        counted.plays = try Int.fetchOne(counting, arguments: [month.start, end]) ?? 0
        return counted
      }
      return statistics
    }
  }
}

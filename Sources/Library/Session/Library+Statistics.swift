internal import Catalog
internal import GRDB
package import Music

extension Library {
  /// The numbers of the library: of its tracks, and of their plays.
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
      guard let start = months.first?.start else { return statistics }
      statistics.months = months.map(\.month)
      // All months come from one pass through the index, by quarters of an hour, which the offsets
      // of time zones consist of.
      let counts = try Row.fetchCursor(
        db,
        sql: "SELECT time / 900, count(*) FROM plays WHERE time >= ? GROUP BY time / 900",
        arguments: [start])
      while let row = try counts.next() {
        let time = (try row.value(0) as Int64) * 900
        let month = months.lastIndex { $0.start <= time } ?? 0
        statistics.months[month].plays += try row.value(1) as Int
      }
      return statistics
    }
  }
}

internal import Catalog
import FoundationEssentials
internal import GRDB
package import Music

extension Library {
  /// The tracks that mix best into the end of one, without those in a mix slot; nil when the track
  /// is gone.
  ///
  /// - Parameter limit: The maximum number of tracks.
  package func fits(
    for track: TrackID, limit: Int = 200, rules: MixRules = MixRules()
  ) async throws(LibraryError) -> FitList? {
    await catalog.ready()
    let now = Int64(Date().timeIntervalSince1970)
    return try await read { db in
      guard let from = try db.tracks([track.rawValue])[track.rawValue] else { return nil }
      let point = from.mixPoint
      guard point.isKnown else { return FitList(from: from, fits: [], count: 0, rules: rules) }
      var inSlots = IDSet()
      let held = try Int64.fetchCursor(
        db,
        sql: "SELECT track FROM entries WHERE playlist IN (SELECT playlist FROM slots)")
      while let id = try held.next() { inSlots.insert(id) }
      let ranking = FitRanking(from: point, rules: rules, now: now)
      let (ids, count) = try ListBuilder(db, self).use { catalog in
        let fits = ranking.fits(in: catalog) { $0 == from.id.rawValue || inSlots.contains($0) }
        return (Array(fits.prefix(max(0, limit))), fits.count)
      }
      let tracks = try db.tracks(ids)
      let fits = ids.compactMap { id in
        tracks[id].map { FitList.Fit($0, MixFit(from: point, to: $0.mixPoint, rules: rules)) }
      }
      return FitList(from: from, fits: fits, count: count, rules: rules)
    }
  }
}

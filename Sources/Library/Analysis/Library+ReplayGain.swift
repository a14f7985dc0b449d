import Foundation
internal import GRDB
package import Music

extension Library {
  /// Tracks of an album whose loudness is told together; longer ones are no album.
  private static let longestAlbum = 1_000

  /// What the analysis has measured of a track and its album, as ReplayGain 2.0 has it; nil where
  /// nothing is known of the track. The album's is of the blocks of all its tracks together, and is
  /// left out until all of them are analysed.
  package func replayGain(of track: TrackID) async throws(LibraryError) -> ReplayGain? {
    try await read { db in
      let own = try Row.fetchOne(
        try db.cachedStatement(
          sql: """
            SELECT a.loudness, a.true_peak, t.credit_key, t.album_key
            FROM analyses a JOIN tracks t ON t.id = a.track
            WHERE t.id = ? AND a.loudness_version > 0
            """), arguments: [track.rawValue])
      guard let own, let loudness: Double = own[0] else { return nil }
      var gain = ReplayGain(
        trackGain: Self.gain(loudness), trackPeak: Self.peak(own[1] as Double?))
      let (credit, album) = (own[2] as Data?, own[3] as Data?)
      guard let credit, let album, !album.isEmpty else { return gain }
      let rows = try Row.fetchAll(
        try db.cachedStatement(
          sql: """
            SELECT a.histogram, a.true_peak, a.loudness_version > 0 OR a.fault IS NOT NULL
            FROM tracks t LEFT JOIN analyses a ON a.track = t.id
            WHERE t.credit_key = ? AND t.album_key = ? AND t.missing = 0 LIMIT ?
            """), arguments: [credit, album, Self.longestAlbum + 1])
      guard rows.count <= Self.longestAlbum, rows.allSatisfy({ ($0[2] as Bool?) == true }) else {
        return gain
      }
      let histograms = rows.map { LoudnessBlob.histogram($0[0]) }
      gain.albumGain = LoudnessHistogram.integrated(of: histograms).map(Self.gain)
      gain.albumPeak = Self.peak(rows.compactMap { $0[1] as Double? }.max())
      return gain
    }
  }

  private static func gain(_ loudness: Double) -> Double {
    min(30, max(-60, LoudnessMeasurement.replayGain(ofLoudness: loudness)))
  }

  /// Full scale is 1.
  private static func peak(_ decibels: Double?) -> Double? {
    decibels.map { min(16, pow(10, $0 / 20)) }
  }
}

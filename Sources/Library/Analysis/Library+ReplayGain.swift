internal import Catalog
import Glibc
internal import GRDB
package import Music

// ReplayGain from measured loudness, for files without it in their tags.
extension Library {
  /// Tracks of an album with a common loudness; longer ones are no album.
  private static let maximumAlbum = 1_000

  /// ReplayGain 2.0 from the measured loudness of a track and its album; for a track that has not
  /// been measured, what its server tells, or nil.
  ///
  /// The album's is of the blocks of all its tracks together, without those that cannot be
  /// analysed, and is left out until all others are.
  package func replayGain(of track: TrackID) async throws(LibraryError) -> ReplayGain? {
    await catalog.ready()
    return try await read { db in try replayGain(of: try db.current(track), db) }
  }

  /// The same once the catalog is there.
  ///
  /// - Parameter track: which no other one has replaced.
  func replayGain(of track: Int64, _ db: Database) throws -> ReplayGain? {
    let own = try Row.fetchOne(
      try db.cachedStatement(
        sql: """
          SELECT a.loudness, a.true_peak, t.credit, t.album
          FROM analyses a JOIN tracks t ON t.id = a.track
          WHERE t.id = ? AND a.loudness_version > 0
          """), arguments: [track])
    guard let own, let loudness: Double = own[0] else { return try db.serverGain(of: track) }
    var gain = ReplayGain(
      trackGain: Self.gain(loudness), trackPeak: Self.peak(own[1] as Double?))
    guard let album: String = own[3], !album.isEmpty else { return gain }
    let tracks = try albumTracks(AlbumKey(artist: own[2], name: album), db)
    let all = try db.albumLoudness(tracks)
    guard !tracks.isEmpty, all.count == tracks.count else { return gain }
    gain.albumGain = LoudnessHistogram.integrated(of: all.compactMap(\.blocks)).map(Self.gain)
    gain.albumPeak = Self.peak(all.compactMap(\.truePeak).max())
    return gain
  }

  /// The tracks of an album that are not missing; none where they are too many. The catalog is
  /// faster here than SQL, which would read all tracks.
  private func albumTracks(_ album: AlbumKey, _ db: Database) throws -> [Int64] {
    try ListBuilder(db, self).use { catalog in
      let list = catalog.tracks(.album(album), sort: .album)
      guard list.count <= Library.maximumAlbum else { return [] }
      return list.ids(0..<list.count)
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

extension Database {
  /// The measured loudness of each track of an album, without those that failed; pending ones are
  /// left out.
  fileprivate func albumLoudness(
    _ tracks: [Int64]
  ) throws -> [(blocks: LoudnessHistogram?, truePeak: Double?)] {
    var found: [(blocks: LoudnessHistogram?, truePeak: Double?)] = []
    try inPaddedSlices(tracks) { slice in
      let rows = try Row.fetchCursor(
        try cachedStatement(
          sql: """
            SELECT histogram, true_peak, loudness_version > 0 FROM analyses
            WHERE track IN \(Database.marks(slice.count))
              AND (loudness_version > 0 OR fault IS NOT NULL)
            """), arguments: StatementArguments(slice))
      while let row = try rows.next() {
        try found.append(
          row.value(2) ? (LoudnessBlob.histogram(row.value(0)), row.value(1)) : (nil, nil))
      }
    }
    return found
  }
}

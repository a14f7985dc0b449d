internal import Catalog
internal import GRDB
package import Music

/// The library as a source of artists and tracks for one build: the state in which it was opened.
///
/// Nothing here writes. Titles are read when they are asked for; a track that has left the library
/// by then is left out.
package struct BuildCatalogue: Sendable {
  /// The owner of all playlists, where services have users.
  package static let user = "library"

  private let library: Library
  private let artists: BuildArtists
  private let heard: [BuildPeriod: [BuildArtists.Heard]]
  /// Unix seconds.
  private let now: Int64

  fileprivate init(
    _ library: Library, _ artists: BuildArtists, _ heard: [BuildPeriod: [BuildArtists.Heard]],
    now: Int64
  ) {
    (self.library, self.artists, self.heard, self.now) = (library, artists, heard, now)
  }

  /// The number of artists.
  package var artistCount: Int { artists.count }

  /// The artist of an id, which is a name; case and accents are ignored.
  package func artist(_ id: String) -> LibraryArtist? { artists.artist(id) }

  /// Artists whose names are like a text, the best first: by kind, and of one kind the most heard.
  package func artists(matching text: String, limit: Int = 10) -> [ArtistMatch] {
    artists.artists(matching: text, limit: limit)
  }

  /// The artists with the most complete plays in a period that ends now; of as many plays, those
  /// heard last, then by name. Artists without a track to choose are left out.
  package func mostHeard(_ period: BuildPeriod, limit: Int) -> [LibraryArtist] {
    switch period {
    // The totals include plays that were imported without times.
    case .ever: artists.mostHeard(limit: limit)
    case .fourWeeks, .sixMonths: artists.mostHeard(heard[period] ?? [], limit: limit)
    }
  }

  /// The artists with loved tracks, most of them first. The library has no marks of artists.
  package func followed(limit: Int) -> [LibraryArtist] { artists.loved(limit: limit) }

  /// An artist's best tracks by `TrackRanking`, each recording once; none of an unknown artist.
  package func topTracks(of artist: String, limit: Int) async throws(LibraryError) -> [RankedTrack]
  {
    let top = artists.top(of: artist, limit: limit, now: now)
    guard !top.isEmpty else { return [] }
    let tracks = try await library.read { try $0.tracks(top.map(\.track)) }
    return top.compactMap { id, score in tracks[id].map { ($0, score) } }.enumerated().map {
      let (track, score) = $1
      return RankedTrack(
        track: track.id, title: track.title, artists: track.namedArtists,
        duration: track.audio.duration, rank: $0 + 1, score: score)
    }
  }

  /// The length of a track; nil where it is unknown.
  package func duration(of track: TrackID) -> Duration? {
    artists.duration(of: track.rawValue).map { .milliseconds($0) }
  }
}

extension Library {
  /// Opens the library for a build.
  ///
  /// - Parameter now: Unix seconds, at which periods end.
  /// - Throws: `.query` for an invalid query.
  package func buildCatalogue(_ options: LocalBuildOptions, now: Int64)
    async throws(LibraryError) -> BuildCatalogue
  {
    let query: TrackQuery
    do { query = try TrackQuery(parsing: options.query) } catch {
      throw .query(column: error.column, reason: error.reason)
    }
    await catalog.ready()
    return try await read { db in
      var exclusions = BuildExclusions()
      exclusions.recordings = try db.duplicates().map { $0.tracks.map(\.rawValue) }
      if let days = options.notHeardDays, days > 0 {
        exclusions.heardSince = now.minus(Int64(clamping: days).times(86_400))
      }
      let builder = try ListBuilder(db, self)
      // Lists wait for the catalog: only copying happens while it is in use.
      let gathered = try builder.use { catalog in
        if query != .everything { exclusions.among = try builder.matching(query, catalog) }
        return catalog.gatherTracks(exclusions)
      }
      var heard: [BuildPeriod: [BuildArtists.Heard]] = [:]
      for period in BuildPeriod.allCases {
        guard let days = period.days else { continue }
        heard[period] = try db.heard(since: now.minus(days * 86_400))
      }
      return BuildCatalogue(self, gathered.artists(), heard, now: now)
    }
  }
}

extension BuildPeriod {
  /// Nil for the period without a beginning.
  fileprivate var days: Int64? {
    switch self {
    case .fourWeeks: 28
    case .sixMonths: 182
    case .ever: nil
    }
  }
}

extension Database {
  /// The plays of each track since a time, in Unix seconds, that included.
  fileprivate func heard(since time: Int64) throws -> [BuildArtists.Heard] {
    let rows = try Row.fetchCursor(
      self,
      sql: "SELECT track, count(*), max(time) FROM plays WHERE time >= ? GROUP BY track",
      arguments: [time])
    var heard: [BuildArtists.Heard] = []
    while let row = try rows.next() {
      try heard.append(
        BuildArtists.Heard(track: row.value(0), plays: row.value(1), last: row.value(2)))
    }
    return heard
  }
}

extension Track {
  /// The artists of the artist tag, guests last; else the artist of its album.
  fileprivate var namedArtists: [String] {
    let named = tags.artist.map { NamedArtists($0).all } ?? []
    return named.isEmpty ? [tags.albumArtist].compactMap(\.self) : named
  }
}

/// The numbers of a library: of its tracks, and of their plays.
package struct LibraryStatistics: Equatable, Sendable {
  /// A part of the library: the tracks of a format, a decade or a genre.
  package struct Share: Equatable, Sendable {
    package var name: String
    package var tracks: Int
    package var duration: Duration

    package init(_ name: String, tracks: Int, duration: Duration) {
      (self.name, self.tracks, self.duration) = (name, tracks, duration)
    }
  }

  /// A track, an artist or an album with the number of its plays.
  package struct Heard: Equatable, Sendable {
    package var name: String
    /// Of a track or an album; empty for an artist.
    package var artist: String
    package var plays: Int

    package init(_ name: String, by artist: String = "", plays: Int) {
      (self.name, self.artist, self.plays) = (name, artist, plays)
    }
  }

  /// The plays of a month of the calendar.
  package struct Month: Equatable, Sendable {
    package var year: Int
    /// 1 to 12.
    package var month: Int
    package var plays: Int

    package init(year: Int, month: Int, plays: Int) {
      (self.year, self.month, self.plays) = (year, month, plays)
    }

    /// As "2026-11".
    package var text: String { "\(year)-\(month.zeroPadded())" }
  }

  /// Tracks whose files existed at the last scan, and their total length.
  package var tracks = 0
  package var duration = Duration.zero
  package var albums = 0
  package var artists = 0
  package var genres = 0
  package var playlists = 0
  /// Of the tracks: on a drive that is not there, with a file that cannot be decoded, analysed,
  /// rated, loved, and played once at least.
  package var offline = 0
  package var faulty = 0
  package var analyzed = 0
  package var rated = 0
  package var loved = 0
  package var played = 0
  /// Tracks whose files are gone, which no other number counts.
  package var missing = 0
  /// The most tracks first.
  package var formats: [Share] = []
  /// The most tracks first.
  package var topGenres: [Share] = []
  /// The oldest first; those without a year are in none.
  package var decades: [Share] = []

  /// All plays, and the time that whole tracks of them take.
  package var plays = 0
  package var heard = Duration.zero
  package var topTracks: [Heard] = []
  package var topArtists: [Heard] = []
  package var topAlbums: [Heard] = []
  /// The newest last, without gaps; empty where nothing was played.
  package var months: [Month] = []

  package init() {}

  /// The month of a moment and those before it, the newest last, with the moments at which they
  /// begin.
  ///
  /// - Parameters:
  ///   - moment: Unix seconds.
  ///   - first: Unix seconds; months before that moment are left out.
  package static func months(
    upTo moment: Int64, since first: Int64, atMost count: Int, zone: LocalZone
  ) -> [(month: Month, start: Int64)] {
    let today = CalendarDay(daysSince1970: zone.day(of: moment))
    var (year, month) = (today.year, today.month)
    var months: [(month: Month, start: Int64)] = []
    while months.count < count {
      let day = CalendarDay(year: year, month: month, day: 1).daysSince1970
      let start = zone.start(ofDay: day)
      months.append((Month(year: year, month: month, plays: 0), start))
      guard start > first else { break }
      (year, month) = month == 1 ? (year - 1, 12) : (year, month - 1)
    }
    return months.reversed()
  }
}

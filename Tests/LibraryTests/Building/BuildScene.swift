import Library
import Music
import Testing

/// A library of hand-made tracks for builds, at a fixed time.
struct BuildScene {
  static let now: Int64 = 1_780_000_000
  static let day: Int64 = 86_400

  let test: TestLibrary
  /// By title; of equal titles, the first by path.
  private(set) var ids: [String: TrackID] = [:]

  struct File {
    var artist: String?
    var title: String
    var album: String?
    var albumArtist: String?
    var number: Int?
    var genre: String?
    var year: Int?
    var seconds = 180
    var name: String?

    init(
      _ artist: String?, _ title: String, album: String? = nil, albumArtist: String? = nil,
      number: Int? = nil, genre: String? = nil, year: Int? = nil, seconds: Int = 180,
      name: String? = nil
    ) {
      (self.artist, self.title, self.album) = (artist, title, album)
      (self.albumArtist, self.number, self.genre) = (albumArtist, number, genre)
      (self.year, self.seconds, self.name) = (year, seconds, name)
    }

    fileprivate var tags: [(String, String)] {
      let tags: [(String, String?)] = [
        ("TITLE", title), ("ARTIST", artist), ("ALBUM", album), ("ALBUMARTIST", albumArtist),
        ("TRACKNUMBER", number.map(String.init)), ("GENRE", genre),
        ("DATE", year.map(String.init)),
      ]
      return tags.compactMap { tag in tag.1.map { (tag.0, $0) } }
    }
  }

  init(_ files: [File]) async throws {
    test = try TestLibrary()
    for (index, file) in files.enumerated() {
      test.write(file.name ?? "\(1_000 + index).flac", seconds: file.seconds, file.tags)
    }
    try await test.scan()
    for track in try await library.tracks(
      try await library.trackIDs(ListQuery(.songs, sort: .path)))
    {
      if ids[track.title] == nil { ids[track.title] = track.id }
    }
  }

  /// A track "by Ada" of each artist.
  init(artists: [String]) async throws {
    try await self.init(artists.map { name in File(name, "by \(name)") })
  }

  var library: Library { test.library }

  func id(_ title: String) throws -> TrackID { try #require(ids[title]) }

  /// Plays a track so many times, so many days ago; negative seconds are later.
  func play(_ title: String, _ times: Int = 1, daysAgo: Int64 = 1, seconds: Int64 = 0)
    async throws
  {
    for _ in 0..<times {
      try await library.recordPlay(
        of: try id(title), at: Self.now - daysAgo * Self.day - seconds)
    }
  }

  func react(_ reaction: Reaction, _ titles: String...) async throws {
    try await library.setReaction(reaction, for: try titles.map { try id($0) })
  }

  func rate(_ stars: Int, _ titles: String...) async throws {
    try await library.setRating(Rating(stars: stars), for: try titles.map { try id($0) })
  }

  func open(_ change: (inout LocalBuildOptions) -> Void = { _ in }) async throws
    -> BuildCatalogue
  {
    var options = LocalBuildOptions()
    change(&options)
    return try await library.buildCatalogue(options, now: Self.now)
  }

  /// The titles of an artist's top tracks.
  func top(
    _ artist: String, _ limit: Int = 100, _ change: (inout LocalBuildOptions) -> Void = { _ in }
  ) async throws -> [String] {
    try await open(change).topTracks(of: artist, limit: limit).map(\.title)
  }

  /// The titles in a playlist.
  func titles(_ playlist: PlaylistID) async throws -> [String] {
    try await test.titles(try await library.buildTracks(of: playlist).map(\.track))
  }
}

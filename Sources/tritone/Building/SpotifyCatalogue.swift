import Builder
import Music
import Online
import Synchronization

/// Spotify as the catalogue of a build.
final class SpotifyCatalogue: CatalogueClient {
  private let client: SpotifyClient
  private let period: BuildPeriod
  /// Artists by their ids, since their tracks are looked for by name.
  private let artists = Mutex<[String: SpotifyArtist]>([:])
  /// The version of each playlist that was written.
  private let snapshots = Mutex<[String: String]>([:])

  /// The description of new playlists, which others may read.
  private static let description = "Made with Tritone."

  let tracksPerWrite: Int? = SpotifyClient.writeSize

  init(_ client: SpotifyClient, _ period: BuildPeriod) {
    self.client = client
    self.period = period
  }

  // MARK: Artists and tracks

  func userID() async throws(BuildError) -> String? {
    try await Self.asking { () async throws(SpotifyError) in try await client.user().id }
  }

  func artist(_ id: String) async throws(BuildError) -> CatalogueArtist? {
    guard let id = SpotifyID(id) else { return nil }
    do throws(SpotifyError) {
      return note(try await client.artist(id))
    } catch {
      if case .gone = error { return nil }
      throw BuildError(error)
    }
  }

  func artists(matching text: String, limit: Int) async throws(BuildError) -> [CatalogueArtist] {
    let found = try await Self.asking { () async throws(SpotifyError) in
      try await client.artists(named: text)
    }
    return found.prefix(limit).map(note)
  }

  func mostHeardArtists(limit: Int) async throws(BuildError) -> [CatalogueArtist] {
    let range: SpotifyRange =
      switch period {
      case .fourWeeks: .fourWeeks
      case .sixMonths: .sixMonths
      case .ever: .long
      }
    return try await Self.asking { () async throws(SpotifyError) in
      try await client.topArtists(range, most: limit)
    }.map(note)
  }

  func followedArtists(limit: Int) async throws(BuildError) -> [CatalogueArtist] {
    try await Self.asking { () async throws(SpotifyError) in
      try await client.followedArtists(most: limit)
    }.map(note)
  }

  func topTracks(of artist: String, limit: Int) async throws(BuildError) -> [CatalogueTrack] {
    guard let artist = artists.withLock({ $0[artist] }) else { return [] }
    return try await Self.asking { () async throws(SpotifyError) in
      try await client.topTracks(of: artist, count: limit)
    }.map {
      CatalogueTrack(
        id: $0.id.text, title: $0.name, artists: $0.artists.map(\.name), duration: $0.duration)
    }
  }

  private func note(_ artist: SpotifyArtist) -> CatalogueArtist {
    artists.withLock { $0[artist.id.text] = artist }
    return CatalogueArtist(id: artist.id.text, name: artist.name)
  }

  // MARK: Playlists

  func playlists() async throws(BuildError) -> [CataloguePlaylist] {
    try await Self.asking { () async throws(SpotifyError) in try await client.playlists() }.map {
      CataloguePlaylist(id: $0.id.text, name: $0.name, owner: $0.ownerID)
    }
  }

  /// - Throws: `.service` for a playlist with entries that cannot be written again, such as files of
  ///   somebody's own machine: a replacement would lose them.
  func trackIDs(ofPlaylist id: String) async throws(BuildError) -> [String] {
    let playlist = try Self.playlist(id)
    return try await Self.asking { () async throws(SpotifyError) in
      try await client.entries(of: playlist)
    }.map { entry throws(BuildError) in
      switch entry {
      case .track(let track): return track.id.text
      case .episode(let uri, _): return uri.text
      case .other(let name):
        let title = name.isEmpty ? "an entry" : "“\(name)”"
        throw .service(
          reason: "the playlist has \(title) that Spotify lets no program write again: "
            + "take that out, or build another playlist")
      }
    }
  }

  func createPlaylist(named name: String) async throws(BuildError) -> String {
    try await Self.asking { () async throws(SpotifyError) in
      try await client.createPlaylist(named: name, description: Self.description).id.text
    }
  }

  func replaceTracks(ofPlaylist id: String, with tracks: [String]) async throws(BuildError) {
    try await write(tracks, to: id, replacing: true)
  }

  func addTracks(_ tracks: [String], toPlaylist id: String) async throws(BuildError) {
    try await write(tracks, to: id, replacing: false)
  }

  private func write(
    _ tracks: [String], to id: String, replacing: Bool
  ) async throws(BuildError) {
    let playlist = try Self.playlist(id)
    let uris = tracks.compactMap { text in
      SpotifyID(text).map { SpotifyURI($0) } ?? SpotifyURI(text)
    }
    do throws(SpotifyError) {
      let writing = try await client.write(uris, to: playlist, replacing: replacing)
      if let snapshot = writing.snapshot { snapshots.withLock { $0[id] = snapshot } }
    } catch {
      guard case .interrupted(_, let cause) = error else { throw BuildError(error) }
      guard cause != .cancelled else { throw .cancelled }
      throw .service(
        reason: "\(cause.message); the next \(uris.count.counted("track")) may be there, too")
    }
  }

  func snapshotID(ofPlaylist id: String) -> String? { snapshots.withLock { $0[id] } }

  private static func playlist(_ id: String) throws(BuildError) -> SpotifyID {
    guard let id = SpotifyID(id) else {
      throw .service(reason: "“\(id)” is no id of a playlist at Spotify")
    }
    return id
  }

  private static func asking<Answer: Sendable>(
    _ request: () async throws(SpotifyError) -> Answer
  ) async throws(BuildError) -> Answer {
    do throws(SpotifyError) {
      return try await request()
    } catch {
      throw BuildError(error)
    }
  }
}

extension BuildError {
  /// Faults of one request leave an artist out; others end the build.
  init(_ error: SpotifyError) {
    switch error {
    case .cancelled: self = .cancelled
    case .gone, .invalidID, .refused, .badAnswer, .notAvailable:
      self = .client(reason: error.message)
    case .invalidSettings, .portTaken, .cannotListen, .noRedirect, .accessDenied, .wrongRedirect,
      .signInFailed, .signInAgain, .scopeMissing, .rateLimited, .unavailable, .interrupted,
      .changedElsewhere:
      self = .service(reason: error.message)
    }
  }
}

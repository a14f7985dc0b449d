internal import Music

/// A catalogue in a JSON file: `{user, artists: [{id, name, top: [{id, name, artists: [name],
/// duration}]}], followed: [id], library: [id], playlists: [{id, name, owner, uris}]}`.
///
/// The file is only read; playlists that are written change in memory. Ids of tracks are the same
/// with and without "spotify:track:" in front.
package actor FileCatalogue: CatalogueClient {
  static let maximumBytes = 64 << 20

  private struct Playlist {
    var summary: CataloguePlaylist
    var tracks: [String]
  }

  package nonisolated let tracksPerWrite: Int? = nil
  private let user: String?
  private let artists: [String: CatalogueArtist]
  private let topTracks: [String: [CatalogueTrack]]
  private let mostHeard: [String]
  private let followed: [String]
  private let search: ArtistSearch
  private var stored: [Playlist]

  /// - Parameter path: relative to the current folder, or absolute.
  package init(path: String) throws(BuildError) {
    let bytes: [UInt8]
    do {
      bytes = try BoundedFile.read(FilePath(path), atMost: Self.maximumBytes)
    } catch {
      let reason =
        switch error {
        case .system(let code): BuildError.reason(ofCode: code)
        case .notPlain: "it is not a file"
        case .tooLarge: "it is larger than \(Self.maximumBytes >> 20) MiB"
        }
      throw .catalogueFile(path: path, reason: reason)
    }
    try self.init(json: bytes, path: path)
  }

  /// - Parameter path: of the file, for messages.
  package init(json bytes: [UInt8], path: String) throws(BuildError) {
    let document: CatalogueDocument
    do {
      document = try CatalogueDocument.read(bytes)
    } catch {
      throw .catalogueFile(path: path, reason: error.reason)
    }
    user = document.user
    let listed = document.artists.map { CatalogueArtist(id: $0.id, name: $0.name) }
    artists = Dictionary(listed.map { ($0.id, $0) }) { first, _ in first }
    topTracks = Dictionary(
      document.artists.map { ($0.id, ($0.top ?? []).map(Self.track)) }
    ) { first, _ in first }
    mostHeard = document.library ?? []
    followed = document.followed ?? []
    search = ArtistSearch(listed)
    stored = (document.playlists ?? []).map {
      Playlist(
        summary: CataloguePlaylist(id: $0.id, name: $0.name, owner: $0.owner),
        tracks: ($0.uris ?? []).map(Self.bare))
    }
  }

  /// Seconds in a week, longer than any track.
  private static let longest = 604_800.0

  private static func track(_ track: CatalogueDocument.Track) -> CatalogueTrack {
    let seconds = track.duration.flatMap { (0...longest).contains($0) ? $0 : nil }
    return CatalogueTrack(
      id: bare(track.id), title: track.name, artists: track.artists.map(\.name),
      duration: seconds.map { .seconds($0) })
  }

  private static func bare(_ id: String) -> String {
    id.hasPrefix("spotify:track:") ? String(id.dropFirst("spotify:track:".count)) : id
  }

  package func userID() -> String? { user }

  package func artist(_ id: String) -> CatalogueArtist? { artists[id] }

  package func artists(matching text: String, limit: Int) -> [CatalogueArtist] {
    search.artists(matching: text, limit: limit)
  }

  package func mostHeardArtists(limit: Int) -> [CatalogueArtist] {
    mostHeard.prefix(max(0, limit)).compactMap { artists[$0] }
  }

  package func followedArtists(limit: Int) -> [CatalogueArtist] {
    followed.prefix(max(0, limit)).compactMap { artists[$0] }
  }

  package func topTracks(
    of artist: String, limit: Int
  ) throws(BuildError) -> [CatalogueTrack] {
    guard let tracks = topTracks[artist] else {
      throw .client(reason: "no artist has the id '\(artist)'")
    }
    return Array(tracks.prefix(max(0, limit)))
  }

  package func playlists() -> [CataloguePlaylist] { stored.map(\.summary) }

  private func index(ofPlaylist id: String) throws(BuildError) -> Int {
    guard let index = stored.firstIndex(where: { $0.summary.id == id }) else {
      throw .client(reason: "no playlist has the id '\(id)'")
    }
    return index
  }

  package func trackIDs(ofPlaylist id: String) throws(BuildError) -> [String] {
    stored[try index(ofPlaylist: id)].tracks
  }

  package func createPlaylist(named name: String) -> String {
    var number = 1
    while stored.contains(where: { $0.summary.id == "new\(number)" }) { number += 1 }
    let summary = CataloguePlaylist(id: "new\(number)", name: name, owner: user ?? "")
    stored.append(Playlist(summary: summary, tracks: []))
    return summary.id
  }

  package func replaceTracks(
    ofPlaylist id: String, with tracks: [String]
  ) throws(BuildError) {
    stored[try index(ofPlaylist: id)].tracks = tracks
  }

  package func addTracks(_ tracks: [String], toPlaylist id: String) throws(BuildError) {
    stored[try index(ofPlaylist: id)].tracks += tracks
  }
}

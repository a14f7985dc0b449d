internal import Synchronization

/// A request that wrote something.
package enum CatalogueCall: Equatable, Sendable {
  case create(name: String)
  case replace(playlist: String, tracks: [String])
  case add(playlist: String, tracks: [String])
}

/// A catalogue that notes, in their order, the requests that wrote something.
package final class RecordedCatalogue: CatalogueClient {
  private let client: any CatalogueClient
  private let noted = Mutex<[CatalogueCall]>([])

  package init(_ client: any CatalogueClient) { self.client = client }

  package var calls: [CatalogueCall] { noted.withLock { $0 } }

  private func note(_ call: CatalogueCall) { noted.withLock { $0.append(call) } }

  package var tracksPerWrite: Int? { client.tracksPerWrite }

  package func userID() async throws(BuildError) -> String? { try await client.userID() }

  package func artist(_ id: String) async throws(BuildError) -> CatalogueArtist? {
    try await client.artist(id)
  }

  package func artists(
    matching text: String, limit: Int
  ) async throws(BuildError) -> [CatalogueArtist] {
    try await client.artists(matching: text, limit: limit)
  }

  package func mostHeardArtists(limit: Int) async throws(BuildError) -> [CatalogueArtist] {
    try await client.mostHeardArtists(limit: limit)
  }

  package func followedArtists(limit: Int) async throws(BuildError) -> [CatalogueArtist] {
    try await client.followedArtists(limit: limit)
  }

  package func topTracks(
    of artist: String, limit: Int
  ) async throws(BuildError) -> [CatalogueTrack] {
    try await client.topTracks(of: artist, limit: limit)
  }

  package func playlists() async throws(BuildError) -> [CataloguePlaylist] {
    try await client.playlists()
  }

  package func trackIDs(ofPlaylist id: String) async throws(BuildError) -> [String] {
    try await client.trackIDs(ofPlaylist: id)
  }

  package func createPlaylist(named name: String) async throws(BuildError) -> String {
    let id = try await client.createPlaylist(named: name)
    note(.create(name: name))
    return id
  }

  package func replaceTracks(
    ofPlaylist id: String, with tracks: [String]
  ) async throws(BuildError) {
    try await client.replaceTracks(ofPlaylist: id, with: tracks)
    note(.replace(playlist: id, tracks: tracks))
  }

  package func addTracks(
    _ tracks: [String], toPlaylist id: String
  ) async throws(BuildError) {
    try await client.addTracks(tracks, toPlaylist: id)
    note(.add(playlist: id, tracks: tracks))
  }

  package func snapshotID(ofPlaylist id: String) -> String? { client.snapshotID(ofPlaylist: id) }
}

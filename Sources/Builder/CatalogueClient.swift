/// An artist of a catalogue.
package struct CatalogueArtist: Hashable, Sendable {
  package var id: String
  package var name: String

  package init(id: String, name: String) { (self.id, self.name) = (id, name) }
}

/// A track of a catalogue.
package struct CatalogueTrack: Equatable, Sendable {
  /// Tracks without an id are left out.
  package var id: String
  package var title: String
  package var artists: [String]
  /// Nil where the catalogue does not say.
  package var duration: Duration?

  package init(id: String, title: String, artists: [String], duration: Duration? = nil) {
    self.id = id
    self.title = title
    self.artists = artists
    self.duration = duration
  }
}

/// A playlist of a catalogue, without its tracks.
package struct CataloguePlaylist: Equatable, Sendable {
  package var id: String
  package var name: String
  /// The id of the user whose playlist it is.
  package var owner: String

  package init(id: String, name: String, owner: String) {
    (self.id, self.name, self.owner) = (id, name, owner)
  }
}

/// A source of artists and tracks that holds playlists: one's own library, a service, a file.
///
/// A request that fails throws `BuildError.client`, which leaves an artist out and lets the build
/// go on. `BuildError.service` ends a build: no other request would be answered.
package protocol CatalogueClient: Sendable {
  /// The most tracks that one request writes; nil for no limit.
  var tracksPerWrite: Int? { get }

  /// The identifier of the user, who owns the playlists that are written; nil without one.
  func userID() async throws(BuildError) -> String?
  /// Nil for an unknown id.
  func artist(_ id: String) async throws(BuildError) -> CatalogueArtist?
  /// The artists that match a text, the best first; at most `limit`, which is 10.
  func artists(matching text: String, limit: Int) async throws(BuildError) -> [CatalogueArtist]
  /// The artists that the user hears most, the first first.
  func mostHeardArtists(limit: Int) async throws(BuildError) -> [CatalogueArtist]
  func followedArtists(limit: Int) async throws(BuildError) -> [CatalogueArtist]
  func topTracks(of artist: String, limit: Int) async throws(BuildError) -> [CatalogueTrack]
  /// The playlists of the user and those that the user follows.
  func playlists() async throws(BuildError) -> [CataloguePlaylist]
  func trackIDs(ofPlaylist id: String) async throws(BuildError) -> [String]
  /// Makes an empty private playlist.
  ///
  /// - Returns: its id.
  func createPlaylist(named name: String) async throws(BuildError) -> String
  /// Makes these the only tracks of a playlist; at most `tracksPerWrite`.
  func replaceTracks(ofPlaylist id: String, with tracks: [String]) async throws(BuildError)
  /// Appends tracks to a playlist; at most `tracksPerWrite`.
  func addTracks(_ tracks: [String], toPlaylist id: String) async throws(BuildError)
  /// The version of a playlist after the last write, by the catalogue's name of it; nil where it has
  /// none.
  func snapshotID(ofPlaylist id: String) -> String?
}

extension CatalogueClient {
  package func snapshotID(ofPlaylist id: String) -> String? { nil }
}

// Spotify has had no list of an artist's top tracks since 2026, and no popularity to rank by: a search
// for the artist's tracks comes first, in Spotify's own order, and the albums' tracks fill up.
internal import HTTP

extension SpotifyClient {
  private static let searchPages = 5
  private static let albumPages = 2
  private static let albumSize = 10
  private static let mostTopTracks = 200

  /// Tracks of an artist, `count` of them where there are so many.
  package func topTracks(
    of artist: SpotifyArtist, count: Int
  ) async throws(SpotifyError) -> [SpotifyTrack] {
    let count = min(count, Self.mostTopTracks)
    var tracks: [SpotifyTrack] = []
    guard count > 0 else { return tracks }
    func take(_ track: SpotifyTrack?) {
      guard let track, track.artists.contains(where: { $0.id == artist.id }),
        !tracks.contains(where: { $0.id == track.id })
      else { return }
      tracks.append(track)
    }
    let name = SpotifyText.name(artist.name.filter { $0 != "\"" }, longest: 100)
    if !name.isEmpty {
      for page in 0..<Self.searchPages where tracks.count < count {
        var call = Call(path: ["search"], what: "the search for tracks", isCached: true)
        call.add("q", "artist:\"\(name)\"")
        call.add("type", "track")
        call.add("limit", Self.searchLimit)
        call.add("offset", page * Self.searchLimit)
        let found = try await answer(to: call, TracksAnswer.self).tracks
        for track in found.items { take(track?.track) }
        if found.items.isEmpty || found.next == nil { break }
      }
    }
    for page in 0..<Self.albumPages where tracks.count < count {
      let albums = try await albums(of: artist, page: page)
      for album in albums.items.compactMap({ $0.flatMap { SpotifyID($0.id) } })
      where tracks.count < count {
        for track in try await tracksOfAlbum(album) { take(track) }
      }
      if albums.items.isEmpty || albums.next == nil { break }
    }
    return Array(tracks.prefix(count))
  }

  private func albums(
    of artist: SpotifyArtist, page: Int
  ) async throws(SpotifyError) -> SpotifyPage<AlbumAnswer> {
    var call = Call(
      path: ["artists", artist.id.text, "albums"], what: "the albums of \(artist.name)",
      isCached: true)
    call.add("include_groups", "album,single")
    call.add("limit", Self.albumSize)
    call.add("offset", page * Self.albumSize)
    return try await answer(to: call)
  }

  /// The first 50 tracks.
  private func tracksOfAlbum(_ id: SpotifyID) async throws(SpotifyError) -> [SpotifyTrack] {
    var call = Call(path: ["albums", id.text, "tracks"], what: "an album", isCached: true)
    call.add("limit", 50)
    do throws(SpotifyError) {
      return try await answer(to: call, SpotifyPage<TrackAnswer>.self).items
        .compactMap { $0?.track }
    } catch {
      // An album that is not for this country has nothing to add.
      guard case .gone = error else { throw error }
      return []
    }
  }
}

internal import HTTP

extension SpotifyClient {
  /// The most artists of a list.
  package static let mostArtists = 2_000
  /// Results of a search.
  package static let searchLimit = 10

  package func user() async throws(SpotifyError) -> SpotifyUser {
    let answer: UserAnswer = try await answer(
      to: Call(path: ["me"], what: "your account", isCached: true))
    guard let id = SpotifyText.userID(answer.id) else {
      throw .badAnswer(reason: "Spotify profile did not include a user identifier.")
    }
    let name = SpotifyText.name(answer.display_name)
    return SpotifyUser(id: id, name: name.isEmpty ? id : name)
  }

  /// The artists that the user follows, `most` of them.
  package func followedArtists(most: Int) async throws(SpotifyError) -> [SpotifyArtist] {
    let most = min(most, Self.mostArtists)
    var found: [SpotifyArtist] = []
    var after: String?
    while found.count < most {
      var call = Call(path: ["me", "following"], what: "the artists you follow")
      call.add("type", "artist")
      call.add("limit", min(50, most))
      if let after { call.add("after", after) }
      let page = try await answer(to: call, ArtistsAnswer.self).artists
      found += page.items.compactMap { $0?.artist }
      // The cursor is the last artist's id; one that does not move would never end.
      guard page.next != nil, !page.items.isEmpty, let next = page.cursors?.after,
        SpotifyID(next) != nil, next != after
      else { break }
      after = next
    }
    return Array(found.prefix(max(0, most)))
  }

  /// The artists that the user heard most, `most` of them.
  package func topArtists(
    _ range: SpotifyRange, most: Int
  ) async throws(SpotifyError) -> [SpotifyArtist] {
    guard most > 0 else { return [] }
    var call = Call(path: ["me", "top", "artists"], what: "the artists you heard most")
    call.add("time_range", range.rawValue)
    let most = min(most, Self.mostArtists)
    let size = min(50, most)
    return try await list(call, size: size, most: most, pages: (most + size - 1) / size) {
      part throws(SpotifyError) in
      try await answer(to: part, SpotifyPage<ArtistAnswer>.self)
    }.compactMap(\.artist)
  }

  package func artist(_ id: SpotifyID) async throws(SpotifyError) -> SpotifyArtist {
    let call = Call(path: ["artists", id.text], what: "the artist \(id.text)", isCached: true)
    guard let artist = try await answer(to: call, ArtistAnswer.self).artist else {
      throw .badAnswer(reason: "Spotify has no artist in its answer")
    }
    return artist
  }

  /// The best artists for a name, in Spotify's order.
  package func artists(named name: String) async throws(SpotifyError) -> [SpotifyArtist] {
    let query = SpotifyText.name(name, longest: 200)
    guard !query.isEmpty else { return [] }
    var call = Call(path: ["search"], what: "the search for artists", isCached: true)
    call.add("q", query)
    call.add("type", "artist")
    call.add("limit", Self.searchLimit)
    return try await answer(to: call, ArtistsAnswer.self).artists.items.compactMap { $0?.artist }
  }
}

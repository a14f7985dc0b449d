internal import HTTP

extension SpotifyClient {
  /// The most playlists of a user that are read.
  package static let mostPlaylists = 5_000
  /// Spotify's own limit is 10,000.
  package static let mostEntries = 11_000
  private static let pageSize = 50

  /// The playlists that the user owns or follows.
  package func playlists() async throws(SpotifyError) -> [SpotifyPlaylist] {
    let call = Call(path: ["me", "playlists"], what: "your playlists")
    return try await list(
      call, size: Self.pageSize, most: Self.mostPlaylists, pages: Self.mostPlaylists / Self.pageSize
    ) { part throws(SpotifyError) in
      try await answer(to: part, SpotifyPage<PlaylistAnswer>.self)
    }.compactMap(\.playlist)
  }

  /// A playlist by its id, also one of somebody else.
  package func playlist(_ id: SpotifyID) async throws(SpotifyError) -> SpotifyPlaylist {
    let call = Call(path: ["playlists", id.text], what: "the playlist")
    guard let playlist = try await answer(to: call, PlaylistAnswer.self).playlist else {
      throw .badAnswer(reason: "Spotify has no playlist in its answer")
    }
    return playlist
  }

  /// The entries of a playlist that the user owns or works on, in order.
  package func entries(of playlist: SpotifyID) async throws(SpotifyError) -> [SpotifyEntry] {
    var entries: [SpotifyEntry] = []
    for _ in 0..<Self.mostEntries / Self.pageSize {
      let page = try await page(of: playlist, offset: entries.count, limit: Self.pageSize)
      // An entry that cannot be read keeps its place.
      entries += page.items.map { $0?.entry ?? .other(name: "") }
      if page.items.isEmpty || page.next == nil { break }
    }
    return entries
  }

  /// The number of entries of a playlist.
  func count(of playlist: SpotifyID) async throws(SpotifyError) -> Int {
    guard let total = try await page(of: playlist, offset: 0, limit: 1).total, total >= 0 else {
      throw .badAnswer(reason: "Spotify does not say how many entries the playlist has")
    }
    return total
  }

  private func page(
    of playlist: SpotifyID, offset: Int, limit: Int
  ) async throws(SpotifyError) -> SpotifyPage<EntryAnswer> {
    var call = Call(path: ["playlists", playlist.text, "items"], what: "the playlist")
    call.add("limit", limit)
    call.add("offset", offset)
    return try await answer(to: call)
  }

  private struct NewPlaylist: Encodable {
    var name: String
    var description: String
    var `public` = false
    var collaborative = false
  }

  /// Makes an empty private playlist.
  package func createPlaylist(
    named name: String, description: String
  ) async throws(SpotifyError) -> SpotifyPlaylist {
    let new = NewPlaylist(
      name: SpotifyText.name(name), description: SpotifyText.name(description))
    // A lost answer would make two of it.
    let call = Call(
      method: .post, path: ["me", "playlists"], body: try Self.json(new), what: "a new playlist",
      isRepeatable: false)
    guard var playlist = try await answer(to: call, PlaylistAnswer.self).playlist else {
      throw .badAnswer(reason: "Spotify has no playlist in its answer")
    }
    if playlist.name.isEmpty { playlist.name = new.name }
    return playlist
  }

  static func json(_ value: some Encodable) throws(SpotifyError) -> HTTPBody {
    do { return try .json(value) } catch { throw SpotifyError(error) }
  }
}

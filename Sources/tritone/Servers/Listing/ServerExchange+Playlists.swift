import Library
import Music
import Servers
import Sync

// Playlists of a Subsonic server. A list that is longer than one request is cut by a sending that
// breaks off, which therefore is noted beforehand.
extension ServerExchange {
  func exchangePlaylists(
    _ client: SubsonicClient, _ outcome: inout ServerExchangeOutcome
  ) async throws {
    let known = Dictionary(
      try await library.serverPlaylists(of: server.id).map { ($0.id, $0) },
      uniquingKeysWith: { first, _ in first })
    let theirs = try await client.playlists()
    for summary in theirs {
      try Task.checkCancellation()
      if let known = known[summary.id], !known.isChanged, known.version != nil,
        known.version == summary.version
      {
        continue
      }
      let found: ServerPlaylist
      do throws(ServerError) { found = try await client.playlist(summary.id) } catch {
        guard case .notFound = error else { throw error }
        continue
      }
      let stored = try await library.storeServerPlaylist(found, of: server.id) {
        ListMerge.merge(base: $0, first: $1, second: $2)
      }
      if stored.isChanged { outcome.playlistsTaken += 1 }
      if stored.isDeleted, found.isOurs {
        try await client.deletePlaylist(found.id)
        outcome.playlistsSent += 1
      } else if let wanted = stored.toSend, let playlist = stored.playlist, found.isOurs {
        try await send(wanted, inPlaceOf: found, as: playlist, client)
        outcome.playlistsSent += 1
      }
    }
    try await library.forgetServerPlaylists(except: Set(theirs.map(\.id)), of: server.id)
  }

  private func send(
    _ wanted: ServerPlaylist, inPlaceOf found: ServerPlaylist, as playlist: PlaylistID,
    _ client: SubsonicClient
  ) async throws {
    if wanted.name != found.name { try await client.renamePlaylist(found.id, to: wanted.name) }
    if wanted.tracks != found.tracks {
      try await library.beginSending(wanted, of: server.id)
      try await client.replacePlaylist(found.id, with: wanted.tracks)
    }
    try await library.keepServerPlaylist(
      try await client.playlist(found.id), as: playlist, of: server.id)
  }

  /// Tracks with which a playlist is made: as many as every server takes in one request.
  private static let firstTracks = 50

  /// Makes a playlist of the library at the server, too.
  func make(_ playlist: PlaylistID, _ client: SubsonicClient) async throws {
    if try await library.serverPlaylists(of: server.id).contains(where: { $0.playlist == playlist })
    {
      return
    }
    let contents = try await library.contents(of: playlist, at: server.id)
    guard !contents.tracks.isEmpty else {
      throw Failure(reason: "\(contents.name) has no track of \(server.name)")
    }
    let first = Array(contents.tracks.prefix(Self.firstTracks))
    let id = try await client.createPlaylist(named: contents.name, tracks: first)
    // Known from here on, so that nothing makes a second one of it.
    var made = ServerPlaylist(id: id, name: contents.name, tracks: first)
    try await library.keepServerPlaylist(made, as: playlist, of: server.id)
    if contents.tracks.count > first.count {
      made.tracks = contents.tracks
      try await library.beginSending(made, of: server.id)
      try await client.replacePlaylist(id, with: contents.tracks)
    }
    try await library.keepServerPlaylist(
      try await client.playlist(id), as: playlist, of: server.id)
  }
}

internal import HTTP
internal import JSON
package import Music

extension SubsonicClient {
  private static let mostPlaylists = 10_000
  private static let mostEntries = 200_000

  /// All playlists, without their tracks.
  package func playlists() async throws(ServerError) -> [ServerPlaylist] {
    try await answer(to: Call(method: "getPlaylists", what: "the playlists"))["playlists"][
      "playlist"
    ].list.prefix(Self.mostPlaylists).compactMap { playlist($0, []) }
  }

  /// A playlist with its tracks.
  package func playlist(_ id: String) async throws(ServerError) -> ServerPlaylist {
    let root = try await answer(
      to: Call(method: "getPlaylist", items: [HTTPURL.Item("id", id)], what: "the playlist"))
    guard let node = root["playlist"],
      let playlist = playlist(
        node, node["entry"].list.prefix(Self.mostEntries).compactMap { $0["id"].id })
    else { throw .notFound(what: "the playlist") }
    return playlist
  }

  private func playlist(_ node: JSONNode, _ tracks: [String]) -> ServerPlaylist? {
    guard let id = node["id"].id else { return nil }
    let owner = node["owner"]?.text
    let isOurs = credentials.user.map { owner == nil || owner == $0 } ?? true
    return ServerPlaylist(
      id: id, name: node["name"].name() ?? "", tracks: tracks,
      version: node["changed"].name(longest: 60), isOurs: isOurs && !node["readonly"].flag)
  }

  /// Makes a playlist.
  ///
  /// - Returns: its id.
  package func createPlaylist(
    named name: String, tracks: [String]
  ) async throws(ServerError) -> String {
    // Some servers do not answer with what they made.
    let before = Set(try await playlists().map(\.id))
    let first = tracks.prefix(mostIDs)
    let root = try await answer(
      to: Call(
        method: "createPlaylist",
        items: [HTTPURL.Item("name", name)] + first.map { HTTPURL.Item("songId", $0) },
        what: "making a playlist", isRepeatable: false))
    var id = root["playlist"]["id"].id
    if id == nil {
      let made = try await playlists().filter { !before.contains($0.id) && $0.isOurs }
      let wanted = ServerText.line(name, longest: ServerText.longestName)
      id = made.first { $0.name == wanted }?.id ?? (made.count == 1 ? made.first?.id : nil)
    }
    guard let id else { throw .badAnswer(reason: "the new playlist is not there") }
    try await append(tracks.dropFirst(first.count), to: id)
    return id
  }

  package func renamePlaylist(_ id: String, to name: String) async throws(ServerError) {
    let items = [HTTPURL.Item("playlistId", id), HTTPURL.Item("name", name)]
    _ = try await answer(
      to: Call(method: "updatePlaylist", items: items, what: "renaming a playlist"))
  }

  /// Gives a playlist other contents.
  package func replacePlaylist(_ id: String, with tracks: [String]) async throws(ServerError) {
    guard !tracks.isEmpty else { return try await clearPlaylist(id) }
    let first = tracks.prefix(mostIDs)
    _ = try await answer(
      to: Call(
        method: "createPlaylist",
        items: [HTTPURL.Item("playlistId", id)] + first.map { HTTPURL.Item("songId", $0) },
        what: "changing a playlist"))
    try await append(tracks.dropFirst(first.count), to: id)
  }

  /// No server takes a list of no tracks for an empty one; all of them remove by position.
  private func clearPlaylist(_ id: String) async throws(ServerError) {
    var count = try await playlist(id).tracks.count
    while count > 0 {
      let last = max(0, count - mostIDs)..<count
      let items = last.map { HTTPURL.Item("songIndexToRemove", String($0)) }
      _ = try await answer(
        to: Call(
          method: "updatePlaylist", items: [HTTPURL.Item("playlistId", id)] + items,
          what: "changing a playlist", isRepeatable: false))
      count = last.lowerBound
    }
  }

  private func append(_ tracks: ArraySlice<String>, to id: String) async throws(ServerError) {
    var rest = tracks
    while !rest.isEmpty {
      let part = rest.prefix(mostIDs)
      _ = try await answer(
        to: Call(
          method: "updatePlaylist",
          items: [HTTPURL.Item("playlistId", id)] + part.map { HTTPURL.Item("songIdToAdd", $0) },
          what: "changing a playlist", isRepeatable: false))
      rest = rest.dropFirst(part.count)
    }
  }

  package func deletePlaylist(_ id: String) async throws(ServerError) {
    _ = try await answer(
      to: Call(
        method: "deletePlaylist", items: [HTTPURL.Item("id", id)], what: "deleting a playlist",
        isRepeatable: false))
  }
}

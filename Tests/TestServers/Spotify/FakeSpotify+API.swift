import Foundation

/// The Web API. An endpoint that went away in 2026 is forbidden.
extension FakeSpotify.State {
  mutating func api(_ request: FakeSpotifyRequest) -> FakeSpotifyReply {
    let bearer = request.authorization ?? ""
    guard bearer.hasPrefix("Bearer "), let token = access[String(bearer.dropFirst(7))] else {
      return .fault(401, "Invalid access token")
    }
    guard token.ends > now else { return .fault(401, "The access token expired") }
    let path = request.path.split(separator: "/").dropFirst().map(String.init)
    func allowed(_ scope: String) -> FakeSpotifyReply? {
      token.scopes.contains(scope) ? nil : .fault(403, "Insufficient client scope")
    }
    switch (request.method, path.first ?? "", path.count) {
    case ("GET", "me", 1): return checked(request, []) ?? me
    case ("GET", "me", 2) where path[1] == "following":
      return allowed("user-follow-read") ?? checked(request, ["type", "limit", "after"])
        ?? following(request.query)
    case ("GET", "me", 3) where path[1...] == ["top", "artists"]:
      return allowed("user-top-read") ?? checked(request, ["time_range", "limit", "offset"])
        ?? topArtists(request.query)
    case ("GET", "artists", 2): return checked(request, []) ?? artist(path[1])
    case ("GET", "artists", 3) where path[2] == "albums":
      return checked(request, ["include_groups", "market", "limit", "offset"], limit: 10)
        ?? albums(of: path[1], request.query)
    case ("GET", "albums", 3) where path[2] == "tracks":
      return checked(request, ["market", "limit", "offset"])
        ?? tracks(ofAlbum: path[1], request.query)
    case ("GET", "search", 1):
      return checked(request, ["q", "type", "market", "limit", "offset"], limit: 10)
        ?? search(request.query)
    case ("GET", "me", 2) where path[1] == "playlists":
      return checked(request, ["limit", "offset"]) ?? playlists(request, token.scopes)
    case ("POST", "me", 2) where path[1] == "playlists":
      return allowed("playlist-modify-private") ?? createPlaylist(request.json)
    case ("GET", "playlists", 2):
      return checked(request, ["market", "fields", "additional_types"])
        ?? playlist(path[1], token.scopes)
    case (_, "playlists", 3) where path[2] == "items":
      guard allowsPlaylists else { return .fault(403, "Forbidden") }
      return entries(path[1], request, token.scopes)
    case (_, "playlists", 3) where path[2] == "tracks", (_, "users", _):
      return .fault(403, "Forbidden")
    case ("GET", "artists", 3) where path[2] == "top-tracks": return .fault(403, "Forbidden")
    default: return .fault(404, "Service not found")
    }
  }

  /// The refusal of parameters that an endpoint does not have, or that are out of range.
  func checked(
    _ request: FakeSpotifyRequest, _ names: Set<String>, limit: Int = 50
  ) -> FakeSpotifyReply? {
    for name in request.query.keys where !names.contains(name) {
      return .fault(400, "Unknown parameter \(name)")
    }
    if let text = request.query["limit"] {
      guard let number = Int(text), (1...limit).contains(number) else {
        return .fault(400, "Invalid limit")
      }
    }
    if let text = request.query["offset"] {
      guard let number = Int(text), (0...100_000).contains(number) else {
        return .fault(400, "Invalid offset")
      }
    }
    return nil
  }

  func page(
    _ items: [Any], _ query: [String: String], fallback: Int = 20
  ) -> [String: Any] {
    let limit = query["limit"].flatMap { Int($0) } ?? fallback
    let offset = query["offset"].flatMap { Int($0) } ?? 0
    let part = items.dropFirst(offset).prefix(limit)
    let hasNext = offset + part.count < items.count
    return [
      "href": "https://api.spotify.com/v1/some", "limit": limit, "offset": offset,
      "total": items.count, "items": Array(part), "previous": NSNull(),
      "next": hasNext ? "https://api.spotify.com/v1/some?offset=\(offset + limit)" : NSNull(),
    ]
  }

  private var me: FakeSpotifyReply {
    .json([
      "id": user, "display_name": displayName as Any? ?? NSNull(), "type": "user",
      "uri": "spotify:user:\(user)",
    ])
  }

  private func following(_ query: [String: String]) -> FakeSpotifyReply {
    guard query["type"] == "artist" else { return .fault(400, "Invalid type") }
    var rest = followed[...]
    if let after = query["after"] {
      guard let index = rest.firstIndex(of: after) else { return .fault(400, "Invalid cursor") }
      rest = rest[(index + 1)...]
    }
    let limit = query["limit"].flatMap { Int($0) } ?? 20
    let part = rest.prefix(limit)
    let hasNext = part.count < rest.count
    return .json([
      "artists": [
        "items": part.compactMap(object(artist:)), "limit": limit, "total": followed.count,
        "next": hasNext ? "https://api.spotify.com/v1/me/following" as Any : NSNull(),
        "cursors": ["after": hasNext ? part.last as Any? ?? NSNull() : NSNull()],
      ] as [String: Any]
    ])
  }

  private func topArtists(_ query: [String: String]) -> FakeSpotifyReply {
    let range = query["time_range"] ?? "medium_term"
    guard ["short_term", "medium_term", "long_term"].contains(range) else {
      return .fault(400, "Invalid time range")
    }
    return .json(page((top[range] ?? []).compactMap(object(artist:)), query))
  }

  private func artist(_ id: String) -> FakeSpotifyReply {
    object(artist: id).map { .json($0) } ?? .fault(404, "Resource not found")
  }

  private func albums(of artist: String, _ query: [String: String]) -> FakeSpotifyReply {
    guard object(artist: artist) != nil else { return .fault(404, "Resource not found") }
    var seen: Set<String> = []
    let albums = tracks.filter { $0.artists.contains(artist) && seen.insert($0.album).inserted }
      .map { object(album: $0.album) }
    return .json(page(albums, query, fallback: 5))
  }

  private func tracks(ofAlbum id: String, _ query: [String: String]) -> FakeSpotifyReply {
    let tracks = tracks.filter { $0.album == id }
    guard !tracks.isEmpty else { return .fault(404, "Resource not found") }
    return .json(page(tracks.map(object(track:)), query))
  }

  private func search(_ query: [String: String]) -> FakeSpotifyReply {
    guard let text = query["q"], !text.isEmpty, text.count <= 250 else {
      return .fault(400, "No search query")
    }
    guard (query["offset"].flatMap { Int($0) } ?? 0) <= 1000 else {
      return .fault(400, "Invalid offset")
    }
    switch query["type"] {
    case "artist":
      let found = artists.filter { $0.name.localizedCaseInsensitiveContains(text) }
      return .json(["artists": page(found.compactMap { object(artist: $0.id) }, query, fallback: 5)]
      )
    case "track":
      guard text.hasPrefix("artist:\""), text.hasSuffix("\""), text.count > 9 else {
        return .fault(400, "Bad query")
      }
      let name = String(text.dropFirst(8).dropLast())
      let ids = artists.filter { $0.name.localizedCaseInsensitiveContains(name) }.map(\.id)
      let found = tracks.filter { $0.artists.contains(where: ids.contains) }
      return .json(["tracks": page(found.map(object(track:)), query, fallback: 5)])
    default: return .fault(400, "Bad search type field")
    }
  }

  // MARK: Objects

  func object(artist id: String) -> [String: Any]? {
    artists.first { $0.id == id }.map {
      ["id": $0.id, "name": $0.name, "type": "artist", "uri": "spotify:artist:\($0.id)"]
    }
  }

  private func object(album id: String) -> [String: Any] {
    ["id": id, "name": "Album \(id)", "type": "album", "uri": "spotify:album:\(id)"]
  }

  func object(track: FakeSpotify.Track) -> [String: Any] {
    [
      "id": track.id, "name": track.name, "type": "track", "uri": "spotify:track:\(track.id)",
      "duration_ms": track.milliseconds, "is_local": false, "explicit": false,
      "artists": track.artists.compactMap(object(artist:)), "album": object(album: track.album),
    ]
  }
}

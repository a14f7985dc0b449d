import Foundation

/// Playlists and their entries.
extension FakeSpotify.State {
  func playlists(_ request: FakeSpotifyRequest, _ scopes: [String]) -> FakeSpotifyReply {
    let seen = playlists.filter { $0.isPublic || scopes.contains("playlist-read-private") }
    return .json(page(seen.map(object(playlist:)), request.query))
  }

  /// With the first entries, unless it is somebody else's.
  func playlist(_ id: String, _ scopes: [String]) -> FakeSpotifyReply {
    guard let playlist = playlist(id), playlist.isPublic || scopes.contains("playlist-read-private")
    else { return .fault(404, "Resource not found") }
    var object = object(playlist: playlist)
    if playlist.owner == user {
      object[usesOldNames ? "tracks" : "items"] = page(
        playlist.uris.map(self.object(entry:)), ["limit": "100"])
    } else {
      object[usesOldNames ? "tracks" : "items"] = nil
    }
    return .json(object)
  }

  mutating func createPlaylist(_ json: [String: Any]) -> FakeSpotifyReply {
    guard let name = json["name"] as? String, !name.isEmpty else {
      return .fault(400, "Missing required field: name")
    }
    guard Set(json.keys).isSubset(of: ["name", "description", "public", "collaborative"]) else {
      return .fault(400, "Unknown field")
    }
    given += 1
    let playlist = FakeSpotify.Playlist(
      id: FakeSpotify.id("new", given), name: name, owner: user,
      description: json["description"] as? String ?? "",
      isPublic: json["public"] as? Bool ?? true)
    playlists.insert(playlist, at: 0)
    return .json(object(playlist: playlist), 201)
  }

  mutating func entries(
    _ id: String, _ request: FakeSpotifyRequest, _ scopes: [String]
  ) -> FakeSpotifyReply {
    guard let index = playlists.firstIndex(where: { $0.id == id }) else {
      return .fault(404, "Resource not found")
    }
    let playlist = playlists[index]
    // Since 2026 also for reading.
    guard playlist.owner == user else { return .fault(403, "Forbidden") }
    if request.method == "GET" {
      guard playlist.isPublic || scopes.contains("playlist-read-private") else {
        return .fault(403, "Insufficient client scope")
      }
      return checked(request, ["limit", "offset", "market", "fields", "additional_types"])
        ?? .json(page(playlist.uris.map(object(entry:)), request.query))
    }
    let scope = playlist.isPublic ? "playlist-modify-public" : "playlist-modify-private"
    guard scopes.contains(scope) else { return .fault(403, "Insufficient client scope") }
    guard request.query.isEmpty, let uris = request.json["uris"] as? [String] else {
      return .fault(400, "No uris provided")
    }
    guard uris.count <= 100, request.method == "PUT" || !uris.isEmpty else {
      return .fault(400, "You can add a maximum of 100 tracks per request.")
    }
    for uri in uris where !isWritable(uri) { return .fault(400, "Invalid track uri: \(uri)") }
    switch request.method {
    case "PUT": playlists[index].uris = uris
    case "POST":
      guard playlist.uris.count + uris.count <= 10_000 else {
        return .fault(400, "Playlist size limit reached")
      }
      playlists[index].uris += uris
    default: return .fault(405, "Method not allowed")
    }
    playlists[index].version += 1
    let answer = ["snapshot_id": playlists[index].snapshot]
    if request.method == "PUT", deletesAfterReplace { playlists.remove(at: index) }
    return .json(answer, request.method == "POST" ? 201 : 200)
  }

  private func isWritable(_ uri: String) -> Bool {
    let parts = uri.split(separator: ":")
    return parts.count == 3 && parts[0] == "spotify" && ["track", "episode"].contains(parts[1])
      && parts[2].utf8.count == 22
  }

  private func object(playlist: FakeSpotify.Playlist) -> [String: Any] {
    let count: [String: Any] = ["href": "https://api.spotify.com/v1", "total": playlist.uris.count]
    return [
      "id": playlist.id, "name": playlist.name, "description": playlist.description,
      "public": playlist.isPublic, "collaborative": false, "type": "playlist",
      "owner": ["id": playlist.owner, "type": "user"], "snapshot_id": playlist.snapshot,
      "uri": "spotify:playlist:\(playlist.id)", usesOldNames ? "tracks" : "items": count,
    ]
  }

  private func object(entry uri: String) -> [String: Any] {
    let parts = uri.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    var item: Any = NSNull()
    if parts.count > 2 {
      switch parts[1] {
      case "local":
        item = [
          "id": NSNull(), "uri": uri, "name": parts.last ?? "", "type": "track", "is_local": true,
          "artists": [["id": NSNull(), "name": "Somebody"]],
        ]
      case "episode":
        item = ["id": parts[2], "uri": uri, "name": "Episode", "type": "episode"]
      default:
        if let track = tracks.first(where: { $0.id == parts[2] }) {
          item = object(track: track)
        } else {
          item = object(
            track: FakeSpotify.Track(
              id: parts[2], name: "Track \(parts[2].suffix(4))", artists: [], album: ""))
        }
      }
    }
    return ["added_at": "2026-01-01T00:00:00Z", usesOldNames ? "track" : "item": item]
  }
}

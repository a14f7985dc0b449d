internal import HTTP
internal import JSON
package import Music

/// Places in tracks: a server has one bookmark of each track for each user.
extension SubsonicClient {
  /// Places that are read; more are another server's joke.
  package static let mostBookmarks = 10_000

  /// The places of the user's bookmarks, with the times at which the server has written them.
  ///
  /// - Throws: `.unsupported` where the server has none of any track.
  package func places() async throws(ServerError) -> [ServerProgress] {
    let root = try await answer(
      to: Call(method: "getBookmarks", what: "the bookmarks", isOptional: true))
    return root["bookmarks"]["bookmark"].list.prefix(Self.mostBookmarks).compactMap { node in
      let entry = node["entry"]
      guard let id = entry["id"].id else { return nil }
      let changed = node["changed"].milliseconds ?? node["created"].milliseconds ?? 0
      return ServerProgress(
        book: id, progress: BookProgress(place: node["position"].position, updated: changed),
        duration: .seconds(max(0, min(entry["duration"].real ?? 0, 10_000_000))))
    }
  }

  /// Sets the bookmark of a track, in place of another one.
  package func setPlace(_ place: Duration, of id: String) async throws(ServerError) {
    let items = [HTTPURL.Item("id", id), HTTPURL.Item("position", place.positionText)]
    _ = try await answer(to: Call(method: "createBookmark", items: items, what: "the bookmark"))
  }

  /// Removes the bookmark of a track; one that is gone already is removed.
  package func removePlace(of id: String) async throws(ServerError) {
    do throws(ServerError) {
      _ = try await answer(
        to: Call(
          method: "deleteBookmark", items: [HTTPURL.Item("id", id)], what: "the bookmark"))
    } catch {
      guard case .notFound = error else { throw error }
    }
  }
}

extension Duration {
  /// Milliseconds, as the API has positions.
  var positionText: String {
    let clamped = max(.zero, min(self, .seconds(10_000_000)))
    return String(Int64(clamped / .milliseconds(1)))
  }
}

extension JSONNode? {
  var position: Duration { .milliseconds(max(0, min(whole ?? 0, 10_000_000_000))) }
}

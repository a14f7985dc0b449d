internal import HTTP
internal import JSON
package import Music

extension SubsonicClient {
  /// The track as the server has it now.
  package func track(_ id: String) async throws(ServerError) -> ServerTrack {
    let root = try await answer(
      to: Call(method: "getSong", items: [HTTPURL.Item("id", id)], what: "the track"))
    guard let node = root["song"], let track = ServerTrack(node) else {
      throw .notFound(what: "the track")
    }
    return track
  }

  /// All loved tracks.
  package func lovedTracks() async throws(ServerError) -> [ServerTrack] {
    try await answer(to: Call(method: "getStarred2", what: "the loved tracks"))["starred2"]["song"]
      .list.compactMap { ServerTrack($0) }
  }

  /// Stars a track, or takes the star away; done already is done.
  package func setLoved(_ id: String, _ isLoved: Bool) async throws(ServerError) {
    let method = isLoved ? "star" : "unstar"
    do throws(ServerError) {
      _ = try await answer(
        to: Call(method: method, items: [HTTPURL.Item("id", id)], what: "loving a track"))
    } catch {
      guard case .refused(0, _) = error, try await track(id).marks.isLoved == isLoved else {
        throw error
      }
    }
  }

  /// No stars take the rating away.
  package func setRating(_ id: String, _ rating: Rating) async throws(ServerError) {
    let items = [HTTPURL.Item("id", id), HTTPURL.Item("rating", String(rating.stars))]
    _ = try await answer(to: Call(method: "setRating", items: items, what: "rating a track"))
  }

  /// Tells that a track was heard, or that it plays now.
  ///
  /// - Parameter time: Unix time in milliseconds at which playing began.
  package func scrobble(
    _ id: String, at time: Int64, isNowPlaying: Bool = false
  ) async throws(ServerError) {
    let items = [
      HTTPURL.Item("id", id), HTTPURL.Item("time", String(time)),
      HTTPURL.Item("submission", isNowPlaying ? "false" : "true"),
    ]
    _ = try await answer(
      to: Call(
        method: "scrobble", items: items, what: "counting a play", isRepeatable: isNowPlaying))
  }
}

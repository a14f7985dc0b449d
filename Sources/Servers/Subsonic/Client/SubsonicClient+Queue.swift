internal import HTTP
internal import JSON

extension SubsonicClient {
  private static let mostEntries = 100_000

  /// The queue that a client has saved last; nil where none has.
  ///
  /// - Throws: `.unsupported` where the server keeps none.
  package func playQueue() async throws(ServerError) -> SubsonicQueue? {
    let root = try await answer(
      to: Call(method: "getPlayQueue", what: "the play queue", isOptional: true))
    guard let node = root["playQueue"] else { return nil }
    let tracks = node["entry"].list.prefix(Self.mostEntries).compactMap { $0["id"].id }
    return SubsonicQueue(
      tracks: Array(tracks), current: node["current"].id, position: node["position"].position,
      changed: node["changed"].milliseconds, changedBy: node["changedBy"].name(longest: 100))
  }

  /// Saves the queue, of which as much goes along as one request may have.
  package func savePlayQueue(_ queue: SubsonicQueue) async throws(ServerError) {
    let current = queue.current.flatMap { queue.tracks.firstIndex(of: $0) } ?? 0
    let start = max(0, min(current - mostIDs / 4, queue.tracks.count - mostIDs))
    var items = queue.tracks[start...].prefix(mostIDs).map { HTTPURL.Item("id", $0) }
    if let current = queue.current {
      items += [
        HTTPURL.Item("current", current), HTTPURL.Item("position", queue.position.positionText),
      ]
    }
    _ = try await answer(
      to: Call(method: "savePlayQueue", items: items, what: "the play queue", isOptional: true))
  }
}

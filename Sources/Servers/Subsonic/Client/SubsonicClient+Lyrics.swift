internal import HTTP
internal import JSON
package import Music

extension SubsonicClient {
  /// The lyrics of a track, those with times first; empty where the server has none.
  ///
  /// - Parameters:
  ///   - artist: with the title, for servers that find lyrics by names alone.
  package func lyrics(
    of id: String, artist: String?, title: String?
  ) async throws(ServerError) -> [Lyrics] {
    do throws(ServerError) {
      let root = try await answer(
        to: Call(
          method: "getLyricsBySongId", items: [HTTPURL.Item("id", id)], what: "lyrics",
          isOptional: true))
      let found = root["lyricsList"]["structuredLyrics"].list.prefix(20).compactMap {
        Self.lyrics($0)
      }
      return found.filter(\.isSynced) + found.filter { !$0.isSynced }
    } catch {
      guard case .unsupported = error else { throw error }
    }
    guard let artist, let title else { return [] }
    do throws(ServerError) {
      let root = try await answer(
        to: Call(
          method: "getLyrics",
          items: [HTTPURL.Item("artist", artist), HTTPURL.Item("title", title)], what: "lyrics",
          isOptional: true))
      let text = root["lyrics"]["value"]?.text ?? ""
      return Lyrics(bytes: Array(text.utf8)).map { [$0] } ?? []
    } catch {
      guard case .unsupported = error else { throw error }
      return []
    }
  }

  private static func lyrics(_ node: JSONNode) -> Lyrics? {
    let isSynced = node["synced"].flag
    // A positive offset shows the lyrics earlier.
    let offset = Duration.milliseconds(max(-3_600_000, min(node["offset"].whole ?? 0, 3_600_000)))
    var lines: [Lyrics.Line] = []
    for line in node["line"].list.prefix(Lyrics.maximumLines) {
      let text = line["value"].name(longest: Lyrics.maximumText) ?? ""
      guard isSynced else {
        lines.append(Lyrics.Line(text: text))
        continue
      }
      guard let start = line["start"].whole, (0...86_400_000).contains(start) else { continue }
      lines.append(Lyrics.Line(start: max(.zero, .milliseconds(start) - offset), text: text))
    }
    // Stable, so that a translation stays behind its line.
    let sorted = lines.enumerated().sorted {
      ($0.element.start ?? .zero, $0.offset) < ($1.element.start ?? .zero, $1.offset)
    }
    guard lines.contains(where: { !$0.text.isEmpty }) else { return nil }
    return Lyrics(lines: sorted.map(\.element))
  }
}

package import HTTP

/// The lyrics of LRCLIB, a free database without accounts (lrclib.net/docs).
package struct LRCLIB: Sendable {
  package static let address = "https://lrclib.net"

  private let client: HTTPClient
  private let root: HTTPURL

  /// - Parameter root: the address of the service or of one like it.
  package init(_ client: HTTPClient, at root: HTTPURL) {
    self.client = client
    self.root = root
  }

  private struct Record: Decodable {
    var trackName: String?
    var artistName: String?
    var duration: Double?
    var instrumental: Bool?
    var plainLyrics: String?
    var syncedLyrics: String?

    /// Of a length that is read again from the cache.
    var text: String? {
      [syncedLyrics, plainLyrics].compactMap(\.self).first {
        !$0.isEmpty && $0.utf8.count <= LRCLIB.longestText
      }
    }

    var isSynced: Bool { syncedLyrics?.isEmpty == false }
  }

  /// The seconds by which a recording of the same name may differ.
  private static let tolerance = 2.0
  private static let bodyLimit: Int64 = 4 << 20
  private static let longestText = 400_000

  /// Asks for the very track, then searches by its names; lyrics with times come first.
  package func lyrics(for query: LyricsQuery) async throws(HTTPError) -> FoundLyrics {
    var items = names(of: query) + [HTTPURL.Item("duration", String(query.seconds))]
    if let album = query.album { items.append(HTTPURL.Item("album_name", album)) }
    let response = try await answer(to: root.appending("api", "get").adding(items))
    if response.status != 404 {
      let record = try response.success().json(Record.self)
      if record.isSynced { return .text(record.text ?? "") }
      if record.instrumental == true { return .nothing }
      // Another recording of the song may have times.
      let found = try await search(query)
      return (found?.isSynced == true ? found?.text : record.text ?? found?.text)
        .map { .text($0) } ?? .nothing
    }
    return try await search(query)?.text.map { .text($0) } ?? .nothing
  }

  private func names(of query: LyricsQuery) -> [HTTPURL.Item] {
    [HTTPURL.Item("track_name", query.title), HTTPURL.Item("artist_name", query.artist)]
  }

  private func answer(to url: HTTPURL) async throws(HTTPError) -> HTTPResponse {
    var request = HTTPRequest(url)
    request.bodyLimit = Self.bodyLimit
    return try await client.response(to: request)
  }

  /// The best record of these names and about this length.
  private func search(_ query: LyricsQuery) async throws(HTTPError) -> Record? {
    let url = root.appending("api", "search").adding(names(of: query))
    let records = try await answer(to: url).success().json([Record].self).filter {
      guard let duration = $0.duration else { return false }
      return abs(duration - Double(query.seconds)) <= Self.tolerance && $0.text != nil
    }
    return records.first(where: \.isSynced) ?? records.first
  }
}

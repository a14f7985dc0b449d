package import HTTP
internal import Music

extension SubsonicClient {
  private static let longestCover: Int64 = 10 << 20

  /// A request for a track's sound, which may be asked for a range: transcoded to the options'
  /// limit, else the file as it is.
  ///
  /// Its query has credentials, which no text of it shows, and no redirect takes elsewhere.
  package func streamRequest(_ id: String) -> HTTPRequest {
    guard let limit = options.maxBitRate else {
      return mediaRequest("stream", [HTTPURL.Item("id", id), HTTPURL.Item("format", "raw")])
    }
    return mediaRequest(
      "stream", [HTTPURL.Item("id", id), HTTPURL.Item("maxBitRate", String(limit))])
  }

  /// A request for a track's file.
  package func downloadRequest(_ id: String) -> HTTPRequest {
    mediaRequest("download", [HTTPURL.Item("id", id)])
  }

  /// - Parameter size: pixels of the longer side; nil for the picture as it is.
  package func coverRequest(_ id: String, size: Int? = nil) -> HTTPRequest {
    let size = size.map { [HTTPURL.Item("size", String($0))] } ?? []
    return mediaRequest("getCoverArt", [HTTPURL.Item("id", id)] + size)
  }

  private func mediaRequest(_ method: String, _ items: [HTTPURL.Item]) -> HTTPRequest {
    // Ranges are defined for GET alone.
    let url = location.root.appending("rest", method + ".view")
    var request = HTTPRequest(url.adding(signed(items + [HTTPURL.Item("f", "json")])))
    request.staysOnOrigin = true
    return request
  }

  /// Signs in where that was not done yet, so that the requests of media have the right form.
  package func prepare() async throws(ServerError) {
    guard !isEstablished else { return }
    _ = try await ping()
  }

  /// The bytes of a cover.
  package func cover(_ id: String, size: Int? = nil) async throws(ServerError) -> [UInt8] {
    try await prepare()
    var request = coverRequest(id, size: size)
    request.bodyLimit = Self.longestCover
    let response: HTTPResponse
    do { response = try await client.response(to: request) } catch {
      throw ServerError(error, what: "the cover", now: timing.now())
    }
    if let fault = fault(in: response, what: "the cover") { throw fault }
    return response.body
  }

  /// Whether a head can be that of sound or a picture: errors come as JSON or XML in place of it,
  /// and web pages from whatever stands before the server.
  package static func isMedia(_ head: HTTPHead) -> Bool {
    guard head.isSuccess else { return false }
    guard let type = head.contentType else { return true }
    return !type.hasPrefix("text/") && !type.hasSuffix("json") && !type.hasSuffix("xml")
  }

  /// The error that came in place of sound or of a picture; nil where there is none.
  package func fault(in response: HTTPResponse, what: String) -> ServerError? {
    guard !Self.isMedia(response.head) else { return nil }
    do throws(ServerError) {
      _ = try SubsonicAnswer.root(of: response, what: what, now: timing.now(), secrets)
      return .badAnswer(reason: "it has no bytes of \(what)")
    } catch { return error }
  }
}

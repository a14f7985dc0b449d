package import HTTP
package import Music

/// The API of ListenBrainz (listenbrainz.readthedocs.io), which Maloja and multi-scrobbler have too.
package struct ListenBrainzClient: Sendable {
  /// Listens of one request: older servers take fewer than the 1,000 of today's.
  package static let batchSize = 100
  /// Bytes of one listen as JSON.
  package static let longestListen = 10_240
  /// Unix seconds; earlier listens are refused.
  package static let earliest: Int64 = 1_033_430_400

  private let client: HTTPClient
  private let root: ServiceRoot
  private let token: Secret

  private static let bodyLimit: Int64 = 1 << 20

  package init(_ client: HTTPClient, at root: ServiceRoot, token: Secret) {
    self.client = client
    self.root = root
    self.token = token
  }

  // MARK: Signing in

  private struct Validity: Decodable {
    var valid: Bool?
    var user_name: String?
    var message: String?
  }

  /// The name of the token's user; nil where the service gives none.
  package func userName() async throws(ScrobbleError) -> String? {
    let response = try await answer(
      HTTPRequest(.get, root.url.appending("1", "validate-token")))
    let validity = try decoded(Validity.self, response)
    guard validity.valid == true else {
      throw .notSignedIn(reason: text(validity.message) ?? "the token is not valid")
    }
    return validity.user_name.flatMap { text($0) }
  }

  // MARK: Listens

  private struct Answer: Decodable {
    var status: String?
    var recording_msid: String?
    var error: String?
  }

  private struct AnyAnswer: Decodable {}

  /// Tells what plays now.
  ///
  /// - Returns: the id that the service gave the recording, where it tells.
  @discardableResult
  package func announce(_ track: ListenedTrack) async throws(ScrobbleError) -> String? {
    let payload = ListenPayload(listened_at: nil, track_metadata: TrackMetadata(track))
    return try await submit(
      Submitted(listen_type: "playing_now", payload: [payload], return_msid: true)
    ).answer.recording_msid.flatMap(MusicBrainzIDs.identifier)
  }

  /// Sends listens in one request, `batchSize` of them at most.
  package func submit(_ listens: [Listen]) async throws(ScrobbleError) -> Submission {
    let payload = listens.map {
      ListenPayload(listened_at: $0.start, track_metadata: TrackMetadata($0.track))
    }
    let type = listens.count == 1 ? "single" : "import"
    let head = try await submit(Submitted(listen_type: type, payload: payload)).head
    var pause: Duration?
    if let limit = head.rateLimit(), limit.remaining == 0 { pause = limit.reset }
    return Submission(listens.map { _ in .accepted }, pause: pause)
  }

  private func submit(
    _ submitted: Submitted
  ) async throws(ScrobbleError) -> (answer: Answer, head: HTTPHead) {
    let body: HTTPBody
    do { body = try .json(submitted) } catch { throw ScrobbleError(error) }
    let url = root.url.appending("1", "submit-listens")
    let response = try await answer(HTTPRequest(.post, url, body: body))
    let answer = try decoded(Answer.self, response)
    guard answer.status == "ok" else {
      throw .unavailable(
        reason: "\(root.url) did not confirm what was sent", retryAfter: nil)
    }
    return (answer, response.head)
  }

  // MARK: Feedback

  private struct Feedback: Encodable {
    var recording_mbid: String?
    var recording_msid: String?
    var score: Int
  }

  private struct Lookup: Decodable {
    var recording_mbid: String?
  }

  /// Tells that a recording is loved, or no longer.
  ///
  /// - Parameter heardAs: the id that the service gave the recording when it was announced.
  /// - Throws: `.refused` where the service does not know the recording.
  package func rate(
    _ track: ListenedTrack, _ feedback: ListenFeedback, heardAs: String? = nil
  ) async throws(ScrobbleError) {
    var sent = Feedback(recording_mbid: track.ids.recording, score: feedback.rawValue)
    if sent.recording_mbid == nil {
      sent.recording_msid = heardAs
      if heardAs == nil { sent.recording_mbid = try await recording(of: track) }
    }
    guard sent.recording_mbid != nil || sent.recording_msid != nil else {
      throw .refused(reason: "the service does not know the recording")
    }
    let body: HTTPBody
    do { body = try .json(sent) } catch { throw ScrobbleError(error) }
    let url = root.url.appending("1", "feedback", "recording-feedback")
    _ = try await answer(HTTPRequest(.post, url, body: body))
  }

  /// The recording of MusicBrainz that the service takes a track for.
  private func recording(of track: ListenedTrack) async throws(ScrobbleError) -> String? {
    let url = root.url.appending("1", "metadata", "lookup").adding([
      HTTPURL.Item("artist_name", track.artist), HTTPURL.Item("recording_name", track.title),
    ])
    let response = try await answer(HTTPRequest(.get, url))
    return try decoded(Lookup.self, response).recording_mbid.flatMap(MusicBrainzIDs.identifier)
  }

  // MARK: Requests

  private func answer(_ request: HTTPRequest) async throws(ScrobbleError) -> HTTPResponse {
    var request = request
    request.headers.append(HTTPHeader("Authorization", Secret("Token \(token.text)")))
    request.bodyLimit = Self.bodyLimit
    let response: HTTPResponse
    do { response = try await client.response(to: request) } catch { throw ScrobbleError(error) }
    if response.isSuccess { return response }
    // Only for the message: the body of an error may be anything.
    let said = text((try? response.json(Answer.self))?.error)
    let host = response.head.url.origin.authority
    // A page of a proxy is no verdict of the service, which answers in JSON.
    let isVerdict = (try? response.json(AnyAnswer.self)) != nil
    switch response.status {
    case 401: throw .notSignedIn(reason: said ?? "\(host) refuses the token")
    case 403 where isVerdict: throw .notSignedIn(reason: said ?? "\(host) refuses the token")
    // 409 is Maloja's for another track at the same second.
    case 400 where isVerdict, 409 where isVerdict, 413 where isVerdict, 422 where isVerdict:
      throw .refused(reason: said ?? "\(host) refuses it (\(response.status))")
    case 404 where request.url.path.contains("/feedback/"),
      404 where request.url.path.contains("/metadata/"):
      throw .refused(reason: "\(host) has no feedback")
    default:
      let reset = response.status == 429 ? response.head.rateLimit()?.reset : nil
      let error = HTTPError.status(
        response.head.url.description, response.status, retryAfter: nil)
      throw .unavailable(
        reason: error.description, retryAfter: response.head.retryAfter() ?? reset)
    }
  }

  private func decoded<Value: Decodable>(
    _ type: Value.Type, _ response: HTTPResponse
  ) throws(ScrobbleError) -> Value {
    do { return try response.json(type) } catch { throw ScrobbleError(error) }
  }

  private func text(_ text: String?) -> String? {
    text.map { ServerText.cleaned($0, without: [token]) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}

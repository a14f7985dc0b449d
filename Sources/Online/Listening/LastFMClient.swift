package import HTTP
package import Music

/// The API of Last.fm (last.fm/api), which Libre.fm and GNU FM have too.
///
/// Calls are forms sent by POST, so that no address has a key.
package struct LastFMClient: Sendable {
  /// Listens of one request.
  package static let batchSize = 50
  /// The age, in seconds, up to which a listen is accepted.
  package static let longestAge: Int64 = 14 * 24 * 3600

  private let client: HTTPClient
  private let root: ServiceRoot
  private let keys: LastFMKeys
  private let session: Secret?

  private static let bodyLimit: Int64 = 1 << 20

  /// - Parameter session: nil before the user has signed in.
  package init(
    _ client: HTTPClient, at root: ServiceRoot, keys: LastFMKeys, session: Secret? = nil
  ) {
    self.client = client
    self.root = root
    self.keys = keys
    self.session = session
  }

  // MARK: Signing in

  private struct Token: Decodable {
    var token: String
  }

  /// A token for one sign-in, which the user grants on the page of `page(for:)`.
  package func token() async throws(ScrobbleError) -> Secret {
    let token = try await call("auth.getToken", [:], Token.self).token
    guard Self.isUsable(token) else {
      throw .unavailable(reason: "\(root.url) gave no usable token", retryAfter: nil)
    }
    return Secret(token)
  }

  private static func isUsable(_ token: String) -> Bool {
    (1...256).contains(token.utf8.count) && token.utf8.allSatisfy { (33...126).contains($0) }
  }

  /// The page on which the user agrees; it names the key and the token.
  package func page(for token: Secret) throws(ScrobbleError) -> String {
    let host = root.url.origin.host
    let site =
      host == "ws.audioscrobbler.com"
      ? "https://www.last.fm/api/auth/" : "\(root.url.origin)/api/auth/"
    do {
      return try HTTPURL(site).adding([
        HTTPURL.Item("api_key", keys.key.text), HTTPURL.Item("token", token.text),
      ]).requestText
    } catch { throw ScrobbleError(error) }
  }

  private struct SessionAnswer: Decodable {
    struct Session: Decodable {
      var name: String
      var key: String
    }

    var session: Session
  }

  /// The user's name and session, once the token is granted.
  ///
  /// - Throws: `.notGranted` before.
  package func session(
    for token: Secret
  ) async throws(ScrobbleError) -> (user: String, key: Secret) {
    let session = try await call("auth.getSession", ["token": token.text], SessionAnswer.self)
      .session
    guard Self.isUsable(session.key) else {
      throw .unavailable(reason: "\(root.url) gave no usable session", retryAfter: nil)
    }
    let key = Secret(session.key)
    return (ServerText.cleaned(session.name, without: [keys.key, keys.secret, token, key]), key)
  }

  // MARK: Listens

  private struct Nothing: Decodable {}

  /// Tells what plays now.
  package func announce(_ track: ListenedTrack) async throws(ScrobbleError) {
    _ = try await call("track.updateNowPlaying", parameters(of: track), Nothing.self)
  }

  /// Sends listens in one request, `batchSize` of them at most.
  package func submit(_ listens: [Listen]) async throws(ScrobbleError) -> Submission {
    var sent: [String: String] = [:]
    for (index, listen) in listens.enumerated() {
      for (name, value) in parameters(of: listen.track) { sent["\(name)[\(index)]"] = value }
      if listen.track.source == .stream { sent["chosenByUser[\(index)]"] = "0" }
      sent["timestamp[\(index)]"] = String(listen.start)
    }
    let codes = try await call("track.scrobble", sent, ScrobbleAnswer.self).scrobbles.codes
    guard codes.count == listens.count else {
      throw .unavailable(
        reason: "\(root.url) answered about \(codes.count) of \(listens.count) listens",
        retryAfter: nil)
    }
    return Submission(codes.map { LastFMCode.verdict(ofIgnored: $0) })
  }

  /// Tells that a track is loved, or no longer.
  package func rate(
    _ track: ListenedTrack, _ feedback: ListenFeedback
  ) async throws(ScrobbleError) {
    let method = feedback == .love ? "track.love" : "track.unlove"
    do throws(ScrobbleError) {
      _ = try await call(method, ["artist": track.artist, "track": track.title], Nothing.self)
    } catch .noSuchMethod(let reason) {
      // Listens behind it shall not wait for a server that has no love.
      throw .refused(reason: reason)
    }
  }

  private func parameters(of track: ListenedTrack) -> [String: String] {
    var parameters = ["artist": track.artist, "track": track.title]
    parameters["album"] = track.album
    if track.albumArtist != track.artist { parameters["albumArtist"] = track.albumArtist }
    parameters["trackNumber"] = track.number.map { String($0) }
    parameters["duration"] = track.duration.map { String(Int64($0 / .seconds(1))) }
    parameters["mbid"] = track.ids.recording
    return parameters
  }

  // MARK: Calls

  private struct Fault: Decodable {
    var error: Int
    var message: String?
  }

  private func call<Answer: Decodable>(
    _ method: String, _ parameters: [String: String], _ type: Answer.Type
  ) async throws(ScrobbleError) -> Answer {
    var parameters = parameters
    parameters["method"] = method
    parameters["api_key"] = keys.key.text
    if !method.hasPrefix("auth.") { parameters["sk"] = session?.text ?? "" }
    parameters["api_sig"] = LastFMSignature.of(parameters, secret: keys.secret)
    parameters["format"] = "json"
    let form = parameters.sorted { $0.key < $1.key }.map { HTTPURL.Item($0.key, $0.value) }
    var request = HTTPRequest(.post, root.url, body: .form(form))
    request.bodyLimit = Self.bodyLimit
    let response: HTTPResponse
    do { response = try await client.response(to: request) } catch { throw ScrobbleError(error) }
    // Errors come with several statuses, 200 among them.
    if let fault = try? response.json(Fault.self) {
      let token = parameters["token"].map { Secret($0) }
      let hidden = [keys.secret, keys.key, session, token] as [Secret?]
      let said = ServerText.cleaned(fault.message ?? "", without: hidden.compactMap(\.self))
      throw LastFMCode.error(
        fault.error, said: said, host: root.url.origin.authority,
        retryAfter: response.head.retryAfter())
    }
    do { return try response.success().json(type) } catch { throw ScrobbleError(error) }
  }
}

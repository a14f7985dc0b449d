package import HTTP
internal import JSON
package import Music
internal import Synchronization

/// The API of Subsonic and OpenSubsonic (opensubsonic.netlify.app) at one server.
///
/// Credentials go into forms where the server takes these, else into the query, which no text of an
/// `HTTPURL` shows. No request is made before the first call.
package final class SubsonicClient: Sendable {
  let client: HTTPClient
  /// For the requests of media that this makes.
  package var http: HTTPClient { client }
  package let location: ServerLocation
  let credentials: SubsonicCredentials
  let options: ServerOptions
  let timing: ServerTiming
  private let known: Mutex<Known>

  /// What was found out about the server.
  struct Known: Sendable {
    var form: ServerOptions.PasswordForm
    /// Nil until a call has shown it.
    var takesForms: Bool?
  }

  private static let bodyLimit: Int64 = 16 << 20
  private static let time: Duration = .seconds(120)
  /// Before each further try after a fault that may pass.
  private static let pauses: [Duration] = [.seconds(1), .seconds(4)]
  /// The longest pause asked for by a server that is waited for.
  private static let longestPause: Duration = .seconds(60)
  static let version = "1.16.1"
  static let name = "tritone"

  package init(
    _ client: HTTPClient, at location: ServerLocation, credentials: SubsonicCredentials,
    options: ServerOptions = ServerOptions(), timing: ServerTiming = ServerTiming()
  ) {
    self.client = client
    self.location = location
    self.credentials = credentials
    self.options = options
    self.timing = timing
    // It may be from a time when the address was another one.
    let mayEncode = Self.mayEncode(location)
    let form = options.passwordForm ?? .token
    known = Mutex(Known(form: form == .encoded && !mayEncode ? .token : form))
  }

  /// The form in which the server takes the password, to be kept in `ServerOptions`.
  package var passwordForm: ServerOptions.PasswordForm { known.withLock { $0.form } }

  var isEstablished: Bool { known.withLock { $0.takesForms != nil } }

  /// Whether the password may be sent in a form that can be read on the way.
  private var mayEncode: Bool { Self.mayEncode(location) }

  private static func mayEncode(_ location: ServerLocation) -> Bool {
    location.root.isSecure || location.isLoopback
  }

  // MARK: Calls

  /// A call of the API.
  struct Call {
    var method: String
    var items: [HTTPURL.Item] = []
    /// What it is about, in messages.
    var what: String
    /// Whether a second one after a fault does no harm.
    var isRepeatable = true
    /// Whether servers may lack it.
    var isOptional = false
  }

  /// The answer's root object.
  func answer(to call: Call) async throws(ServerError) -> JSONNode {
    try await establish()
    return try await tried(call)
  }

  /// Finds out how the server takes credentials, by pings.
  private func establish() async throws(ServerError) {
    guard known.withLock({ $0.takesForms }) == nil else { return }
    let ping = Call(method: "ping", what: "signing in")
    var forms: [ServerOptions.PasswordForm] = [known.withLock { $0.form }]
    if case .password = credentials, forms == [.token], mayEncode { forms.append(.encoded) }
    var last = ServerError.unsupported(what: "signing in with a password")
    for form in forms {
      for takesForms in [true, false] {
        do throws(ServerError) {
          _ = try await tried(ping, Manner(form: form, takesForms: takesForms))
          // Together: other calls may be signed at the same time.
          known.withLock { ($0.form, $0.takesForms) = (form, takesForms) }
          return
        } catch {
          guard Self.isOfForm(error) else { throw error }
          last = error
        }
      }
    }
    // Unless another call has found out meanwhile.
    known.withLock { if $0.takesForms == nil { $0.form = .token } }
    if case .refused(let code, _) = last, [41, 42].contains(code) || !mayEncode {
      throw .unsupported(
        what: "signing in by a token: \(location.root.origin.authority) wants the password itself, "
          + "which goes over https:// alone")
    }
    throw last
  }

  /// Whether another form of the request may be taken.
  private static func isOfForm(_ error: ServerError) -> Bool {
    switch error {
    case .refused(let code, _): [10, 41, 42, 400, 405, 411, 413, 415, 501].contains(code)
    case .wrongAddress, .unreachable, .notThisServer, .tooOld, .signInAgain, .wrongPassword,
      .notAllowed, .notFound, .unsupported, .badAnswer, .tooLarge, .rateLimited, .tls, .cancelled:
      false
    }
  }

  /// How a request has its credentials.
  private struct Manner {
    var form: ServerOptions.PasswordForm
    var takesForms: Bool
  }

  private func tried(_ call: Call, _ manner: Manner? = nil) async throws(ServerError) -> JSONNode {
    var pauses = (call.isRepeatable ? Self.pauses : [])[...]
    while true {
      do throws(ServerError) {
        return try await once(call, manner)
      } catch {
        guard error.isTemporary, let pause = pauses.popFirst() else { throw error }
        var wanted = timing.jittered(pause)
        if case .rateLimited(let until) = error, let until {
          wanted = max(wanted, .seconds(until - timing.now()))
        }
        guard wanted <= Self.longestPause else { throw error }
        try await timing.wait(wanted)
      }
    }
  }

  private func once(_ call: Call, _ given: Manner?) async throws(ServerError) -> JSONNode {
    let manner =
      given ?? known.withLock { Manner(form: $0.form, takesForms: $0.takesForms ?? false) }
    let items = signed(call.items + [HTTPURL.Item("f", "json")], manner.form)
    let url = location.root.appending("rest", call.method + ".view")
    var request =
      manner.takesForms
      ? HTTPRequest(.post, url, body: .form(items)) : HTTPRequest(url.adding(items))
    request.bodyLimit = Self.bodyLimit
    request.time = Self.time
    request.staysOnOrigin = true
    let response: HTTPResponse
    do { response = try await client.response(to: request) } catch {
      throw ServerError(error, what: call.what, now: timing.now())
    }
    do throws(ServerError) {
      return try SubsonicAnswer.root(of: response, what: call.what, now: timing.now(), secrets)
    } catch {
      guard call.isOptional, Self.isOfMissing(error) else { throw error }
      throw .unsupported(what: call.what)
    }
  }

  /// Whether a server without a method answers so.
  private static func isOfMissing(_ error: ServerError) -> Bool {
    switch error {
    case .refused(let code, _): [0, 30, 404, 405, 410, 501].contains(code)
    case .notFound, .tooOld: true
    case .wrongAddress, .unreachable, .notThisServer, .signInAgain, .wrongPassword, .notAllowed,
      .unsupported, .badAnswer, .tooLarge, .rateLimited, .tls, .cancelled:
      false
    }
  }

  /// Texts of the request that a server may repeat and no message shows.
  var secrets: [Secret] {
    let text = credentials.secret.text
    let digits = credentials.items(.encoded, salt: "").last?.value ?? ""
    return [Secret(text), Secret(digits), Secret(String(digits.dropFirst(4)))]
  }

  /// The items with the credentials and the names that each request has.
  func signed(
    _ items: [HTTPURL.Item], _ form: ServerOptions.PasswordForm? = nil
  ) -> [HTTPURL.Item] {
    let salt = String(timing.random(), radix: 36)
    let padded = String(repeating: "0", count: max(0, 12 - salt.count)) + salt
    return credentials.items(form ?? passwordForm, salt: padded)
      + [HTTPURL.Item("v", Self.version), HTTPURL.Item("c", Self.name)] + items
  }

  /// Parameters that one request may have besides others.
  var mostIDs: Int { known.withLock { $0.takesForms } == true ? 500 : 60 }

  // MARK: The server

  /// Signs in, and tells what answers.
  package func ping() async throws(ServerError) -> SubsonicServer {
    let root = try await answer(to: Call(method: "ping", what: "signing in"))
    let version = root["version"].name(longest: 40) ?? ""
    guard Self.isRecent(version) else { throw .tooOld(version: version) }
    return SubsonicServer(
      version: version, product: root["type"].name(longest: 60),
      productVersion: root["serverVersion"].name(longest: 60))
  }

  /// Lists by ID3 tags and search3 came with 1.8.
  private static func isRecent(_ version: String) -> Bool {
    let numbers = version.split(separator: ".").prefix(2).compactMap { Int($0) }
    guard numbers.count == 2 else { return true }
    return numbers[0] > 1 || (numbers[0] == 1 && numbers[1] >= 8)
  }
}

/// What answers at a server's address.
package struct SubsonicServer: Equatable, Sendable {
  /// Of the API.
  package var version: String
  /// "navidrome"; nil where the server does not say.
  package var product: String?
  package var productVersion: String?
}

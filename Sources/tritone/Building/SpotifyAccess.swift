import FoundationEssentials
import HTTP
import Interface
import Log
import Music
import Online
import Secrets

/// The user's account at Spotify: the id of the user's own app, tokens, and signing in and out.
struct SpotifyAccess: Sendable {
  private let directories: Directories
  private let secrets: SecretStore
  private let http: HTTPClient
  private let log: Log
  private let environment: [String: String]

  init(_ directories: Directories, log: Log) {
    self.directories = directories
    self.log = log
    environment = ProcessInfo.processInfo.environment
    secrets = SecretStore(directories, environment: environment)
    http = HTTPClient(.ofListens(log))
  }

  /// The addresses of the service itself, or those of the environment.
  private func roots() throws(SpotifyError) -> SpotifyRoots {
    try SpotifyRoots(
      accounts: environment["TRITONE_SPOTIFY_ACCOUNTS"] ?? SpotifyRoots.accountsAddress,
      api: environment["TRITONE_SPOTIFY_API"] ?? SpotifyRoots.apiAddress)
  }

  // MARK: The app

  /// The settings `spotify.client-id` and `spotify.port`; the environment has the former where
  /// config.toml does not.
  struct App: Sendable {
    var clientID: String
    /// 0 for any free one.
    var port: Int
  }

  var app: App {
    let settings = StartSettings(of: directories)
    let id = settings[.spotifyClientID].word
    return App(
      clientID: id.isEmpty ? environment["SPOTIFY_CLIENT_ID"] ?? "" : id,
      port: Int(settings[.spotifyPort].amount))
  }

  private func clientID(_ text: String? = nil) throws -> SpotifyClientID {
    let text = text ?? app.clientID
    guard !text.isEmpty else {
      throw Failure(
        reason: "Spotify needs the client id of an app of your own, from "
          + "developer.spotify.com/dashboard: set spotify.client-id")
    }
    return try SpotifyClientID(text)
  }

  /// One account: a sign-in takes the place of the one before.
  private static let name = SecretName(.spotify, account: "user")

  /// The tokens behind a line with the id of the app that they are for.
  private static func secret(_ tokens: SpotifyTokens, of id: SpotifyClientID) -> Secret {
    Secret("\(id.text)\n\(tokens.stored.text)")
  }

  // MARK: Signing in and out

  /// Begins a sign-in: the user opens its page.
  func signIn(
    clientID text: String? = nil, return way: SpotifySignIn.Return
  ) throws -> SpotifySignIn {
    try SpotifySignIn(http, at: try roots(), clientID: try clientID(text), return: way)
  }

  /// Waits for the user to agree, and keeps the tokens.
  ///
  /// - Returns: The user, and what was allowed.
  func finish(
    _ signIn: SpotifySignIn, clientID text: String? = nil
  ) async throws -> (user: SpotifyUser, scopes: [SpotifyScope]) {
    let id = try clientID(text)
    let tokens = try await signIn.tokens()
    try await secrets.keep(
      Self.secret(tokens, of: id), as: Self.name, mayPrompt: true)
    log.info(.build, "signed in", [LogField("service", "spotify")])
    let client = try client(id, tokens) { _ in }
    return (try await client.user(), tokens.scopes)
  }

  /// Forgets the tokens.
  ///
  /// - Returns: Why the keyring keeps them for now; nil where it does not.
  func signOut() async throws -> SecretObstacle? {
    let obstacle = try await secrets.remove(Self.name, mayPrompt: true)
    log.info(.build, "signed out", [LogField("service", "spotify")])
    return obstacle
  }

  /// The scopes of the stored tokens; nil where there are none.
  func scopes() async throws -> [SpotifyScope]? { try await tokens(try clientID())?.scopes }

  private func tokens(_ id: SpotifyClientID) async throws -> SpotifyTokens? {
    guard let secret = try await secrets.secret(Self.name) else { return nil }
    let parts = secret.text.split(separator: "\n", maxSplits: 1)
    // Tokens of another app are none of this one's.
    guard parts.count == 2, parts[0] == id.text else { return nil }
    return SpotifyTokens(stored: Secret(String(parts[1])))
  }

  // MARK: Calls

  /// A client for the signed-in user.
  ///
  /// - Parameter waiting: told of each pause that Spotify asks for.
  func client(
    waiting: @escaping @Sendable (Duration?) -> Void = { _ in }
  ) async throws -> SpotifyClient {
    let id = try clientID()
    guard let tokens = try await tokens(id) else {
      throw Failure(reason: "Sign in to Spotify before building a playlist.")
    }
    return try client(id, tokens, waiting: waiting)
  }

  private func client(
    _ id: SpotifyClientID, _ tokens: SpotifyTokens, waiting: @escaping @Sendable (Duration?) -> Void
  ) throws(SpotifyError) -> SpotifyClient {
    let roots = try roots()
    let session = SpotifySession(
      http, at: roots, clientID: id, tokens: tokens,
      stored: {
        // A keyring that does not answer now is no reason to sign out.
        do { return try await self.tokens(id) } catch { return tokens }
      }
    ) { new in
      do throws(SecretError) {
        try await secrets.keep(Self.secret(new, of: id), as: Self.name)
      } catch {
        log.warning(
          .build, "new tokens cannot be kept", [LogField("reason", sentence: error.message)])
      }
    }
    return SpotifyClient(http, at: roots, session: session, waiting: waiting)
  }
}

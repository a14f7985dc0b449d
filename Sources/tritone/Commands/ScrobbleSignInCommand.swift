import ArgumentParser
import HTTP
import Library
import Log
import Music
import Online
import Secrets

struct ScrobbleSignInCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-in", abstract: "Sign in to a service that takes listens.",
    discussion: """
      ListenBrainz: the user token of listenbrainz.org/settings, typed without being shown, or from \
      a file, and never an argument. Last.fm: the API key and the shared secret of an account of \
      your own (last.fm/api/account/create), a line each, and your agreement on the page that is \
      printed. Secrets are kept in the keyring, or in files where there is none.

      Examples:
        tritone scrobble sign-in listenbrainz
        pass show listenbrainz | tritone scrobble sign-in listenbrainz --token-file -
        tritone scrobble sign-in listenbrainz --root https://maloja.example/apis/listenbrainz
        tritone scrobble sign-in lastfm --love
        tritone scrobble sign-in lastfm --root https://libre.fm/2.0/
      """)

  @OptionGroup var options: GlobalOptions
  @Argument(help: ArgumentHelp("listenbrainz or lastfm.", valueName: "service"))
  var kind: ListenServiceKind
  @Option(help: ArgumentHelp("The root address of a service like it.", valueName: "url"))
  var root: String?
  @Option(help: ArgumentHelp("Your name, where the service does not tell it.", valueName: "name"))
  var user: String?
  @Option(
    help: ArgumentHelp(
      "Read the secrets from a file, or from standard input with -.", valueName: "file"))
  var tokenFile: String?
  @Flag(help: "Allow http:// to another machine: others on the way can read the token.")
  var allowHttp = false
  @Flag(help: "Tell the service of loved tracks, too.") var love = false

  func validate() throws {
    if let user, user.isEmpty || user.utf8.count > 200 {
      throw ValidationError("--user is from 1 to 200 bytes")
    }
  }

  func run(log: Log) throws {
    let address = try ServiceRoot(
      root ?? kind.ownAddress, of: kind, allowsPlain: allowHttp)
    let library = try options.openLibrary(listsSoon: false, log: log)
    try GlobalOptions.choosePrivacy(of: log, by: library)
    let secrets = ListenSecrets(options.directories)
    let client = HTTPClient(.ofListens(log))
    let (kind, love, named) = (kind, love, user)
    let typed = try HiddenInput.lines(prompts, from: tokenPath)
    let service = try Waiting.run {
      let (user, credentials) =
        switch kind {
        case .listenBrainz: try await Self.listenBrainz(client, address, typed[0], named)
        case .lastFM: try await Self.lastFM(client, address, typed, named)
        }
      try await secrets.keep(credentials, kind, root: address.text, user: user)
      return try await library.signIn(
        to: kind, at: address.text, as: user, sendsLove: love, now: ListenSending.now)
    }
    guard let service else { throw Failure(reason: "the library did not keep the service") }
    log.info(.scrobble, "signed in", [LogField("service", kind.rawValue)])
    StandardOutput.line("Signed in: \(service.name) at \(service.root)")
    StandardOutput.line("What you listen to from now on is sent there")
  }

  private var prompts: [String] {
    switch kind {
    case .listenBrainz: ["User token of \(root ?? "listenbrainz.org/settings")"]
    case .lastFM: ["API key", "Shared secret"]
    }
  }

  private var tokenPath: FilePath? {
    tokenFile.flatMap { $0 == "-" ? nil : options.directories.path($0) }
  }

  private static func listenBrainz(
    _ client: HTTPClient, _ root: ServiceRoot, _ token: Secret, _ named: String?
  ) async throws -> (String, ListenSecrets.Credentials) {
    let found = try await ListenBrainzClient(client, at: root, token: token).userName()
    guard let user = found ?? named else {
      throw Failure(reason: "the service does not tell your name: give it by --user")
    }
    return (user, .token(token))
  }

  /// Seconds between two questions whether the user has agreed, and the life of a token.
  private static let (pause, patience) = (3, 3_600)

  private static func lastFM(
    _ client: HTTPClient, _ root: ServiceRoot, _ typed: [Secret], _ named: String?
  ) async throws -> (String, ListenSecrets.Credentials) {
    let keys = LastFMKeys(key: typed[0], secret: typed[1])
    let service = LastFMClient(client, at: root, keys: keys)
    let token = try await service.token()
    let page = try service.page(for: token)
    // At once, also into a pipe.
    try StandardOutput.write(
      Array("Open this page and agree; this command goes on by itself:\n\(page)\n".utf8))
    for _ in 0..<patience / pause {
      do {
        let (user, session) = try await service.session(for: token)
        guard let user = user.isEmpty ? named : user else {
          throw Failure(reason: "the service does not tell your name: give it by --user")
        }
        return (user, .session(keys, session: session))
      } catch let error as ScrobbleError {
        switch error {
        case .notGranted, .unavailable: try await Task.sleep(for: .seconds(pause))
        case .notSignedIn, .refused, .noSuchMethod, .cancelled: throw error
        }
      }
    }
    throw Failure(reason: "you did not agree within an hour: sign in again")
  }
}

struct ScrobbleSignOutCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-out", abstract: "Sign out of a service, and forget its token.",
    discussion: """
      Listens that wait for it are deleted; what the service has stays there.

      Example:
        tritone scrobble sign-out listenbrainz
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var service: ServiceOptions

  func run(log: Log) throws {
    let library = try options.openExistingLibrary(log: log)
    try GlobalOptions.choosePrivacy(of: log, by: library)
    let secrets = ListenSecrets(options.directories)
    let choice = service
    let (service, obstacle) = try Waiting.run {
      let service = try await choice.service(of: library)
      // The secret first: where it cannot be removed, a second sign-out can try again.
      let obstacle = try await secrets.remove(of: service)
      try await library.signOut(of: service.id)
      return (service, obstacle)
    }
    log.info(.scrobble, "signed out", [LogField("service", service.kind.rawValue)])
    StandardOutput.line("Signed out: \(service.name)")
    if let obstacle {
      StandardError.print(
        "tritone: the token stays in the keyring until that can be changed: \(obstacle.message)")
    }
  }
}

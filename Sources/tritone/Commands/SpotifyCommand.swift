import ArgumentParser
import FoundationEssentials
import Interface
import Library
import Log
import Music
import Online
import Secrets

/// The account at Spotify, on which playlists can be built.
struct SpotifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spotify", abstract: "Sign in to Spotify, and bring playlists from there.",
    discussion: """
      tritone build --service spotify builds playlists there. Spotify plays nothing here, and no \
      longer tells how popular tracks are: the top tracks of an artist are those that its search \
      finds first, then those of the newest albums.

      Examples:
        tritone spotify sign-in --client-id 0123456789abcdef0123456789abcdef
        tritone spotify playlists
        tritone spotify import https://open.spotify.com/playlist/37i9dQZF1DX0XUsuxWHRQd
      """,
    subcommands: [
      SpotifySignInCommand.self, SpotifySignOutCommand.self, SpotifyStatusCommand.self,
      SpotifyPlaylistsCommand.self, SpotifyImportCommand.self,
    ])
}

struct SpotifySignInCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-in", abstract: "Sign in to Spotify in the browser.",
    discussion: """
      \(SpotifyClientID.instructions.replacing("\n   ", with: " "))
      The id is kept as spotify.client-id in config.toml; there is no secret. Tokens are kept in the \
      keyring, or in files where there is none, and end six months after the sign-in. Without a \
      browser on this machine, as over ssh: --paste, then open the address anywhere, and paste the \
      address that the browser was led to.

      Examples:
        tritone spotify sign-in --client-id 0123456789abcdef0123456789abcdef
        tritone spotify sign-in --port 0
        tritone spotify sign-in --paste
      """)

  @OptionGroup var options: GlobalOptions
  @Option(help: ArgumentHelp("The id of your own app at Spotify.", valueName: "id"))
  var clientId: String?
  @Option(
    help: ArgumentHelp(
      "The port of the redirect address; 0 for any free one. By default spotify.port.",
      valueName: "number"))
  var port: Int?
  @Flag(help: "Paste the redirected address, where the browser is on another machine.")
  var paste = false

  func validate() throws {
    if let port, !(0...65_535).contains(port) {
      throw ValidationError("--port is from 1 to 65535, or 0 for any free one")
    }
  }

  func run(log: Log) throws {
    let access = SpotifyAccess(options.directories, log: log)
    let app = access.app
    let port = port ?? app.port
    if let clientId {
      _ = try SpotifyClientID(clientId)
    }
    let signIn = try access.signIn(
      clientID: clientId,
      return: paste ? .pasted(port: port == 0 ? SpotifySignIn.standardPort : port) : .port(port))
    defer { signIn.end() }
    if paste {
      StandardOutput.line("Open this page, agree, and paste the address that it leads to:")
      try StandardOutput.write(Array("\(signIn.page)\n".utf8))
      try readRedirect(signIn)
    } else {
      StandardOutput.line("Opening the browser; this command goes on by itself. The page:")
      try StandardOutput.write(Array("\(signIn.page)\n".utf8))
      Browser.open(signIn.page)
    }
    let id = clientId
    let (user, scopes) = try Waiting.run { try await access.finish(signIn, clientID: id) }
    if let id, id != app.clientID {
      try ConfigFile(options.directories).set([.spotifyClientID: .text(id.trimmed())])
    }
    StandardOutput.line("Signed in as \(user.name)")
    for scope in scopes { StandardOutput.line("  may \(scope.summary)") }
    for scope in SpotifyScope.allCases where !scopes.contains(scope) {
      StandardError.print("tritone: not allowed: \(scope.summary)")
    }
  }

  /// Lines that are no address of this sign-in are told, and another one is read.
  private func readRedirect(_ signIn: SpotifySignIn) throws {
    for _ in 0..<5 {
      StandardError.write("Address: ")
      guard let line = readLine() else { throw Failure(reason: "no address was pasted") }
      do throws(SpotifyError) {
        return try signIn.redirect(pasted: String(line.prefix(8_192)))
      } catch {
        guard case .wrongRedirect(let reason) = error else { throw error }
        StandardError.print("tritone: \(reason)")
      }
    }
    throw Failure(reason: "none of these was the address of this sign-in")
  }
}

struct SpotifySignOutCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-out", abstract: "Forget the tokens of Spotify.",
    discussion: """
      What the program may do stays listed at spotify.com/account/apps until it is removed there.

      Example:
        tritone spotify sign-out
      """)

  @OptionGroup var options: GlobalOptions

  func run(log: Log) throws {
    let access = SpotifyAccess(options.directories, log: log)
    let obstacle = try Waiting.run { try await access.signOut() }
    StandardOutput.line("Signed out")
    if let obstacle {
      StandardError.print(
        "tritone: the tokens stay in the keyring until that can be changed: \(obstacle.message)")
    }
  }
}

struct SpotifyStatusCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show the account at Spotify, and what was allowed.",
    discussion: """
      Asks Spotify for the name.

      Examples:
        tritone spotify status
        tritone spotify status --json | jq -r .user
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Print one JSON object.") var json = false

  private struct Record: Encodable {
    var isSignedIn = false
    var user: String?
    var scopes: [String] = []
    var clientID: String
    var redirectPort: Int

    enum CodingKeys: String, CodingKey {
      case isSignedIn, user, scopes
      case clientID = "clientId"
      case redirectPort
    }
  }

  func run(log: Log) throws {
    let access = SpotifyAccess(options.directories, log: log)
    let app = access.app
    var record = Record(clientID: app.clientID, redirectPort: app.port)
    if !app.clientID.isEmpty {
      let (user, scopes) = try Waiting.run {
        guard let scopes = try await access.scopes() else {
          return (nil, []) as (SpotifyUser?, [SpotifyScope])
        }
        return (try await access.client().user(), scopes)
      }
      record.isSignedIn = user != nil
      record.user = user?.name
      record.scopes = scopes.map(\.rawValue)
    }
    guard !json else { return try StandardOutput.json(record) }
    guard record.isSignedIn else {
      StandardOutput.line("Not signed in")
      if app.clientID.isEmpty {
        StandardOutput.line("tritone spotify sign-in --help says how to begin")
      }
      return
    }
    StandardOutput.line(record.user.map { "Signed in as \($0)" } ?? "Signed in")
    StandardOutput.line("Client id\t\(record.clientID)")
    for scope in SpotifyScope.allCases {
      let isGranted = record.scopes.contains(scope.rawValue)
      StandardOutput.line("\(scope.rawValue)\t\(isGranted ? "allowed" : "not allowed")")
    }
  }
}

struct SpotifyPlaylistsCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "playlists", abstract: "List your playlists at Spotify.",
    discussion: """
      Examples:
        tritone spotify playlists
        tritone spotify playlists --json | jq -r 'select(.tracks > 100) | .name'
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Print one JSON object a line.") var json = false

  private struct Record: Encodable {
    var id, name, owner, link: String
    var tracks: Int
  }

  func run(log: Log) throws {
    let access = SpotifyAccess(options.directories, log: log)
    let playlists = try Waiting.run { try await access.client().playlists() }
    for playlist in playlists {
      guard !json else {
        try StandardOutput.json(
          Record(
            id: playlist.id.text, name: playlist.name, owner: playlist.ownerID,
            link: playlist.link, tracks: playlist.count))
        continue
      }
      StandardOutput.line(
        "\(playlist.id.text)\t\(TrackText.clean(playlist.name))\t"
          + playlist.count.counted("track", .plain))
    }
  }
}

import ArgumentParser
import Glibc
import HTTP
import Library
import Log
import Music
import Secrets
import Servers

/// The servers that tracks and books come from.
struct ServerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "server",
    abstract: "Add, list, check, change and sync servers of music and audiobooks.",
    discussion: """
      The tracks of a server are in the library like any other, and play over the network; tritone \
      download keeps them on this disk. Servers are Audiobookshelf, Coretet, and all that speak \
      OpenSubsonic: Navidrome, Gonic, Airsonic, Jellyfin's plugin and others.

      Examples:
        tritone server add subsonic https://music.example --user ola
        tritone server add audiobookshelf https://books.example/audiobookshelf
        tritone server add coretet https://project.example --anon-key KEY
        tritone server sync
        tritone server list
      """,
    subcommands: [
      ServerListCommand.self, ServerAddCommand.self, ServerCheckCommand.self,
      ServerSyncCommand.self, ServerChangeCommand.self, ServerRemoveCommand.self,
    ], defaultSubcommand: ServerListCommand.self)
}

struct ServerAddCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Sign in to a server, and add it to the library.",
    discussion: """
      The name and the password are asked for; the password is typed without being shown, or is a \
      line of standard input, and never an argument. It goes into the keyring, or into a file where \
      there is none; Audiobookshelf gives tokens in its place. tritone server sync then lists the \
      tracks.

      A certificate that no authority vouches for is trusted by --ca-file with the certificate of \
      its authority, or by --fingerprint with its own SHA-256. Over http:// others on the way can \
      read what is sent.

      A Coretet project has a key of its own, which its owner gives to all: its anon key. Your name \
      there is your e-mail address. --collaborator signs in as somebody with whom playlists are \
      shared; --share-link makes you one. Adding it once more for the same user signs in again.

      Examples:
        tritone server add subsonic https://music.example --user ola
        pass show music | tritone server add subsonic https://music.example --user ola
        tritone server add subsonic http://192.168.1.4:4533 --name Attic --max-bitrate 192
        tritone server add audiobookshelf https://books.example --api-key
        tritone server add coretet https://project.example --anon-key KEY --user ola@example.org
        tritone server add coretet https://project.example --anon-key KEY --share-link LINK
      """)

  @OptionGroup var options: GlobalOptions
  @Argument(help: ArgumentHelp("audiobookshelf, coretet or subsonic.", valueName: "kind"))
  var kind: ServerKind
  @Argument(
    help: ArgumentHelp("Its address, with https:// and with its path, if any.", valueName: "url"))
  var address: String
  @Option(help: "Its name in the library; by default its host.") var name: String?
  @Option(help: ArgumentHelp("Your name there.", valueName: "name")) var user: String?
  @Flag(help: "Sign in by an API key, which is asked for in place of name and password.")
  var apiKey = false
  @Option(
    help: ArgumentHelp(
      "Have a Subsonic server transcode to so many kbit/s; by default the files play as they are.",
      valueName: "kbit/s"))
  var maxBitrate: Int?
  @OptionGroup(title: "Coretet") var project: ProjectOptions
  @Option(
    help: ArgumentHelp(
      "A PEM file of authorities that are trusted besides the system's.", valueName: "file"))
  var caFile: String?
  @Option(
    help: ArgumentHelp(
      "The SHA-256 of its certificate, which alone is trusted then.", valueName: "hash"))
  var fingerprint: String?
  @Flag(help: "Sign in over http:// to a public host without asking.") var yes = false

  func validate() throws {
    if let maxBitrate {
      guard kind == .subsonic else {
        throw ValidationError(
          "--max-bitrate is for subsonic: \(kind.rawValue) sends files as they are")
      }
      guard ServerQuestions.bitRates.contains(maxBitrate) else {
        throw ValidationError("--max-bitrate is from 16 to 1500 kbit/s")
      }
    }
    try project.check(with: kind, apiKey: apiKey)
    if apiKey, user != nil { throw ValidationError("an API key has its user: leave out --user") }
    if let user, user.isEmpty || user.utf8.count > 200 {
      throw ValidationError("--user is from 1 to 200 bytes")
    }
    if let fingerprint, ServerOptions.fingerprint(typed: fingerprint) == nil {
      throw ValidationError("--fingerprint is a SHA-256 of 64 hexadecimal digits")
    }
  }

  func run(log: Log) throws {
    let location = try ServerLocation(address)
    let library = try options.openLibrary(listsSoon: false, log: log)
    try GlobalOptions.choosePrivacy(of: log, by: library)
    ServerQuestions.warnOfCredentials(in: location)
    if location.isPlainInPublic, !yes { try ServerQuestions.askForPlain(location) }
    var new = NewServer(
      kind: kind, location: location, name: name, signIn: try signIn(location),
      options: try serverOptions())
    let adding = ServerAdding(
      library: library, access: ServerAccess(options.directories, log: log),
      directories: options.directories, log: log)
    for _ in 0..<2 {
      let wanted = new
      switch try Waiting.run({ try await adding.add(wanted, allowsPlain: true) }) {
      case .added(let server, let answer):
        StandardOutput.line("Added \(server.name): \(answer.version)")
        if !answer.mayDownload {
          StandardError.print("tritone: the account may play and not download")
        }
        StandardError.print("tritone server sync lists its tracks")
        return
      case .signedIn(let server):
        return StandardOutput.line("Signed in at \(TrackText.clean(server.name)) again")
      case .plainAsked: throw Failure(reason: "nothing was changed")
      case .certificateAsked(let certificate, let reason):
        new.options.fingerprint = try ServerQuestions.trusted(certificate, reason)
      }
    }
    throw Failure(reason: "\(location.text) shows another certificate each time")
  }

  private func signIn(_ location: ServerLocation) throws -> NewServer.SignIn {
    guard !apiKey else {
      return .apiKey(try HiddenInput.lines(["API key"], from: nil)[0])
    }
    guard let name = try user ?? location.user ?? typedName() else {
      throw Failure(reason: "your name there is missing: --user")
    }
    let password = try location.password ?? HiddenInput.lines(["Password"], from: nil)[0]
    guard kind == .coretet else { return .password(user: name, password) }
    return .project(try project.signIn(name, password))
  }

  private func typedName() throws -> String? {
    guard isatty(STDIN_FILENO) == 1 else { return nil }
    StandardError.write(kind == .coretet ? "E-mail: " : "Name: ")
    guard let line = readLine()?.trimmed(), !line.isEmpty else { return nil }
    return line
  }

  private func serverOptions() throws -> ServerOptions {
    var chosen = ServerOptions()
    chosen.maxBitRate = maxBitrate
    chosen.names = try project.names()
    chosen.fingerprint = fingerprint.flatMap { ServerOptions.fingerprint(typed: $0) }
    chosen.certificateFile = try caFile.map {
      try ServerQuestions.certificates($0, options.directories)
    }
    return chosen
  }
}

extension ServerKind: ExpressibleByArgument {}

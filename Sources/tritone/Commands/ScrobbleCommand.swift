import ArgumentParser
import FoundationEssentials
import Library
import Log
import Music

/// Listens for services on the net.
struct ScrobbleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scrobble", abstract: "Tell ListenBrainz or Last.fm what you listen to.",
    discussion: """
      Nothing is sent before a sign-in. Maloja, multi-scrobbler, Libre.fm and GNU FM have the same \
      APIs; --root names their address.

      Examples:
        tritone scrobble sign-in listenbrainz
        tritone scrobble status
      """,
    subcommands: [
      ScrobbleSignInCommand.self, ScrobbleSignOutCommand.self, ScrobbleStatusCommand.self,
      ScrobbleRetryCommand.self, ScrobbleLoveCommand.self, ScrobbleImportCommand.self,
    ])
}

extension ListenServiceKind: ExpressibleByArgument {
  static var allValueStrings: [String] { allCases.map(\.rawValue) }
}

/// The choice of one of the services that the user has signed in to.
struct ServiceOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("listenbrainz or lastfm.", valueName: "service"))
  var kind: ListenServiceKind
  @Option(help: ArgumentHelp("The user, where there are several.", valueName: "name"))
  var user: String?
  @Option(help: ArgumentHelp("The root address, where there are several.", valueName: "url"))
  var root: String?

  func service(of library: Library) async throws -> ListenService {
    let services = try await library.listenServices().filter {
      $0.kind == kind && (user ?? $0.user) == $0.user
        && (root.map { Self.plain($0) } ?? Self.plain($0.root)) == Self.plain($0.root)
    }
    guard let first = services.first else {
      throw Failure(
        reason: "you have not signed in there: tritone scrobble sign-in \(kind.rawValue)")
    }
    guard services.count == 1 else {
      let names = services.map { "--user \($0.user) --root \($0.root)" }.joined(separator: ", or ")
      throw Failure(reason: "there are several; name one: \(names)")
    }
    return first
  }

  private static func plain(_ address: String) -> String { address.trimmed { $0 == "/" } }
}

struct ScrobbleStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show the services, what waits for them, and why.",
    discussion: """
      Examples:
        tritone scrobble status
        tritone scrobble status --json | jq -r 'select(.waiting > 0) | .service'
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Print one JSON object a line.") var json = false

  private struct Record: Encodable {
    var service: String
    var root: String
    var user: String
    var state: String
    var waiting: Int
    var retryTime: String?
    var reason: String?
    var isPaused: Bool
    var sendsLove: Bool
    var importedUpTo: String?
  }

  func run() throws {
    let library = try options.openExistingLibrary()
    let services = try Waiting.run { try await library.listenServices() }
    if services.isEmpty, !json { return StandardOutput.line("No service takes listens") }
    for service in services {
      guard json else {
        StandardOutput.line(service.status(at: ListenSending.now))
        continue
      }
      var record = Record(
        service: service.kind.rawValue, root: service.root, user: service.user, state: "fine",
        waiting: service.waiting, isPaused: service.isPaused, sendsLove: service.sendsLove)
      switch service.obstacle {
      case .signIn(let reason): (record.state, record.reason) = ("sign-in", reason)
      case .failing(let reason): (record.state, record.reason) = ("failing", reason)
      case nil: if service.isPaused { record.state = "paused" }
      }
      let next = service.waitEnd(at: ListenSending.now)
      if next > ListenSending.now { record.retryTime = Self.text(next) }
      if service.imported > 0 { record.importedUpTo = Self.text(service.imported) }
      try StandardOutput.json(record)
    }
  }

  private static func text(_ seconds: Int64) -> String {
    Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
  }
}

struct ScrobbleRetryCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry", abstract: "Send what waits now.",
    discussion: """
      Forgets the waiting times of failed attempts, also of a player that runs.

      Example:
        tritone scrobble retry
      """)

  @OptionGroup var options: GlobalOptions

  func run(log: Log) throws {
    let library = try options.openExistingLibrary(log: log)
    try GlobalOptions.choosePrivacy(of: log, by: library)
    let directories = options.directories
    let services = try Waiting.run {
      try await library.retryListens()
      let sending = ListenSending(library: library, directories: directories, log: log) {
        StandardError.print("tritone: \($0)")
      }
      _ = await sending.sendAll()
      return try await library.listenServices()
    }
    guard !services.isEmpty else { return StandardOutput.line("No service takes listens") }
    for service in services { StandardOutput.line(service.status(at: ListenSending.now)) }
    if services.contains(where: { $0.obstacle != nil }) { throw ExitCode.failure }
  }
}

struct ScrobbleLoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "love", abstract: "Tell a service of loved tracks, or no longer.",
    discussion: """
      From then on a track that becomes loved in Tritone is loved there, too, and one that no \
      longer is loved is not. Earlier ones stay as they are.

      Examples:
        tritone scrobble love listenbrainz on
        tritone scrobble love lastfm off
      """)

  enum Switch: String, ExpressibleByArgument, CaseIterable {
    case on, off
  }

  @OptionGroup var options: GlobalOptions
  @OptionGroup var service: ServiceOptions
  @Argument(help: ArgumentHelp("on or off.", valueName: "on|off")) var isOn: Switch

  func run() throws {
    let library = try options.openExistingLibrary()
    let (choice, isOn) = (service, isOn)
    let service = try Waiting.run {
      let service = try await choice.service(of: library)
      try await library.setSendsLove(isOn == .on, to: service.id)
      return service
    }
    StandardOutput.line(
      isOn == .on
        ? "\(service.name) is told of loved tracks" : "\(service.name) is told of no loved tracks")
  }
}

import ArgumentParser
import Glibc
import Library
import Log
import Music
import Secrets
import Servers

struct ServerListCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the servers.",
    discussion: """
      Each line has the name, the kind, the address, your name there, its tracks in the library, and \
      when it was listed last. No server is asked.

      Examples:
        tritone server list
        tritone server list --json | jq -r .address
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Print one JSON object a line.") var json = false

  func run(log: Log) throws {
    let library = try options.openExistingLibrary(log: log)
    let records = try Waiting.reading { () in
      let counts = try await library.serverTrackCounts()
      return try await library.servers().map { ServerRecord($0, tracks: counts[$0.id] ?? 0) }
    }
    for record in records {
      guard !json else {
        try StandardOutput.json(record)
        continue
      }
      let fields = [
        record.name, record.kind, record.address, record.user ?? "API key",
        record.tracks.counted("track", .plain), record.lastListingText,
      ]
      StandardOutput.line(fields.map { TrackText.clean($0) }.joined(separator: "\t"))
    }
  }
}

struct ServerCheckCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Ask servers what they are, and whether the sign-in counts.",
    discussion: """
      Without a name all servers are asked.

      Examples:
        tritone server check
        tritone server check Attic
      """)

  @OptionGroup var options: GlobalOptions
  @Argument(help: "The servers.") var names: [String] = []

  func run(log: Log) throws {
    let library = try options.openExistingLibrary(log: log)
    try GlobalOptions.choosePrivacy(of: log, by: library)
    let adding = ServerAdding(
      library: library, access: ServerAccess(options.directories, log: log),
      directories: options.directories, log: log)
    let wanted = names
    let servers = try Waiting.reading { try await ServerLookup(library).all(named: wanted) }
    var isWhole = true
    for server in servers {
      // Tokens that are being renewed are stored before Ctrl-C ends it.
      let answer: Result<ServerAnswer, Failure> = try Waiting.run {
        do { return .success(try await adding.check(server)) } catch {
          guard !Task.isCancelled else { throw ExitCode(1) }
          return .failure(Failure(reason: UserText.of(error)))
        }
      }
      switch answer {
      case .success(let answer):
        let may = answer.mayDownload ? "" : ", which may play and not download"
        StandardOutput.line(
          "\(TrackText.clean(server.name)): \(TrackText.clean(answer.version)), signed in"
            + (server.user.map { " as \(TrackText.clean($0))" } ?? " by an API key") + may)
      case .failure(let failure):
        isWhole = false
        StandardError.print("tritone: \(TrackText.clean(server.name)): \(failure.reason)")
      }
    }
    guard isWhole else { throw ExitCode(1) }
  }
}

struct ServerRemoveCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a server and its tracks from the library.",
    discussion: """
      What the server has stays there. Downloads go from this disk, and so do the sign-in and the \
      tracks; playlists keep their entries as missing, and find them when the server is added again. \
      At a Coretet project --everywhere also ends your sign-in on all other machines.

      Examples:
        tritone server remove Attic
        tritone server remove Attic --yes
        tritone server remove Demos --everywhere
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Do not ask.") var yes = false
  @Flag(help: "End the sign-in at a Coretet project on all machines.") var everywhere = false
  @Argument(help: "Its name.") var name: String

  func run(log: Log) throws {
    let library = try options.openExistingLibrary(log: log)
    try GlobalOptions.choosePrivacy(of: log, by: library)
    let name = name
    let server = try Waiting.reading { try await ServerLookup(library).server(named: name) }
    let shown = TrackText.clean(server.name)
    guard !everywhere || server.kind == .coretet else {
      throw Failure(reason: "--everywhere is for Coretet projects")
    }
    if !yes {
      let waiting = try waitingText(of: server, in: library)
      guard isatty(STDIN_FILENO) == 1 else {
        throw Failure(
          reason: "its tracks and downloads go from the library\(waiting); --yes removes it")
      }
      guard Confirmation.isGiven("Remove \(shown), with its tracks and downloads\(waiting)?")
      else {
        throw Failure(reason: "nothing was changed")
      }
    }
    let adding = ServerAdding(
      library: library, access: ServerAccess(options.directories, log: log),
      directories: options.directories, log: log)
    let isEverywhere = everywhere
    let removal = try Waiting.run { try await adding.remove(server, everywhere: isEverywhere) }
    StandardOutput.line(
      "Removed \(shown)"
        + (removal.missing > 0
          ? "; \(removal.missing.counted("track")) left the library" : ""))
    if let obstacle = removal.obstacle {
      StandardError.print(
        "tritone: the password stays in the keyring until that can be changed: \(obstacle.message)")
    }
  }

  /// Changes that are not sent before the server is added again.
  private func waitingText(of server: Server, in library: Library) throws -> String {
    let count = try Waiting.reading {
      var count = 0
      for person in try await library.peopleWithSharedChanges(of: server.id) {
        count += try await library.sharedQueue(of: server.id, by: person.id).rows.count
      }
      return count
    }
    return count == 0 ? "" : ", before \(count.counted("change")) of yours is sent"
  }
}

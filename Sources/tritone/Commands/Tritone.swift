import ArgumentParser
import Glibc
import Log
import Music
import Threads

@main
struct Tritone: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tritone",
    abstract: "A full-screen music player for the terminal, for people who prepare mixes.",
    version: "tritone \(ProgramVersion.text)",
    subcommands: [PlayCommand.self, ManualCommand.self],
    groupedSubcommands: CommandGroups.all,
    defaultSubcommand: PlayCommand.self)

  /// The program's name and version, for servers.
  static let userAgent = configuration.version.replacing(" ", with: "/")

  static func main() {
    OwnTasks.begin()
    var arguments = ArgumentOrder.commandFirst(Array(CommandLine.arguments.dropFirst()))
    let log = Log.ofProcess()
    do {
      arguments = try DashedText.separated(arguments)
      try ProcessStart.check()
      if var command = PlainCommands.command(arguments) {
        try command.run()
        end(0)
      }
      if let text = try completion(arguments) {
        try StandardOutput.write(Array(text.utf8))
        end(0)
      }
      var command = try command(arguments)
      defer { GlobalOptions.checkpointLibraries() }
      if let command = command as? any LoggedCommand {
        try run(command, arguments, log)
      } else {
        try command.run()
      }
    } catch {
      end(report(error, arguments))
    }
    end(0)
  }

  /// Runs a command between entries of its start and its end, which are written when it returns.
  private static func run(
    _ command: any LoggedCommand, _ arguments: [String], _ log: Log
  ) throws {
    log.started(arguments)
    defer { log.flush() }
    do {
      try command.run(log: log)
      log.info(.program, "ended")
    } catch let error as ExitCode {
      log.info(.program, "ended", [LogField("status", error.rawValue)])
      throw error
    } catch {
      log.error(.program, "failed", [LogField("reason", sentence: UserText.of(error))])
      throw error
    }
  }

  /// The answer to the completion of shells: candidates, or its script; nil for other arguments.
  private static func completion(_ arguments: [String]) throws -> String? {
    switch arguments.first {
    case CompletionAnswer.command:
      return CompletionAnswer.text(Array(arguments.dropFirst()), .here)
    case "--generate-completion-script" where arguments.count == 2:
      // The parser's own scripts run what a candidate contains.
      guard let script = CompletionScripts.script(for: arguments[1]) else {
        throw ValidationError("completion is there for bash, zsh and fish")
      }
      return script + "\n"
    default: return nil
    }
  }

  /// The named command, by default the player.
  private static func command(_ arguments: [String]) throws -> any ParsableCommand {
    if let first = arguments.first {
      if first == "help" { return try ProgramHelp.command(Array(arguments.dropFirst())) }
      if let type = ArgumentOrder.named(first, in: Tritone.self) {
        // The parser looks at the options of all commands otherwise, which takes longer than most
        // commands to a player that runs. Help and mistakes name the whole command.
        let asks = arguments.contains {
          ["help", "-h", "--version"].contains($0) || $0.hasPrefix("--help")
            || $0.hasPrefix("--experimental")
        }
        if !asks, let command = try? type.parseAsRoot(Array(arguments.dropFirst())) {
          return command
        }
        return try parseAsRoot(arguments)
      }
    }
    // Other commands are not parsed before the first frame.
    guard let player = try? PlayCommand.parseAsRoot(arguments) else {
      // The program handles version, completions and errors.
      return try parseAsRoot(arguments)
    }
    // Else the parser has found its own help command, for the player alone.
    return player is PlayCommand ? player : try ProgramHelp.command([])
  }

  /// Prints an error as one line and returns the exit code: 1 failed, 2 misuse.
  private static func report(_ error: any Error, _ arguments: [String]) -> Int32 {
    switch exitCode(for: error) {
    case .success:
      // Help and version are answers, so they go to standard output.
      StandardOutput.ours(fullMessage(for: error))
      return 0
    case .validationFailure:
      var line = message(for: error).split(separator: "\n").first ?? ""
      // The parser ends its sentences, this program does not.
      if line.last == "." { line.removeLast() }
      StandardError.print("tritone: \(line); see \(ProgramHelp.words(for: arguments))")
      return 2
    default:
      if !(error is ExitCode) { StandardError.print("tritone: \(UserText.of(error))") }
      return (error as? ExitCode)?.rawValue ?? 1
    }
  }

  /// Exits the process; unwritten output is a failure.
  private static func end(_ code: Int32) -> Never {
    guard let fault = StandardOutput.fault else { Glibc.exit(code) }
    StandardError.print("tritone: \(fault)")
    Glibc.exit(code == 0 ? 1 : code)
  }
}

/// `tritone --library FILE scan` means the same as `tritone scan --library FILE`.
enum ArgumentOrder {
  private static let valued: Set<String> = ["--library", "--theme", "--output"]

  static func commandFirst(_ arguments: [String]) -> [String] {
    var index = 0
    while index < arguments.count, arguments[index].hasPrefix("--"), arguments[index] != "--" {
      index += valued.contains(arguments[index]) ? 2 : 1
    }
    guard index > 0, index < arguments.count,
      let command = named(arguments[index], in: Tritone.self)
    else { return arguments }
    // A sub-command has its own option, which has to stay behind it.
    let isNested = index + 1 < arguments.count && named(arguments[index + 1], in: command) != nil
    let end = index + (isNested ? 2 : 1)
    return Array(arguments[index..<end] + arguments[..<index] + arguments[end...])
  }

  static func named(_ name: String, in command: any ParsableCommand.Type)
    -> (any ParsableCommand.Type)?
  {
    command.configuration.subcommands.first {
      ($0.configuration.commandName ?? "\($0)".lowercased()) == name
    }
  }
}

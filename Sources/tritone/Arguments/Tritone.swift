import ArgumentParser
import Foundation
import Glibc

@main
struct Tritone: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tritone",
    abstract: "A full-screen music player for the terminal, for people who prepare mixes.",
    discussion: """
      Examples:
        tritone                     open the player on your library
        tritone ~/Music             add a folder and play it
        tritone album.cue           play the tracks of a CUE sheet
        tritone http://host/stream  play a stream
        tritone scan                update the library
        tritone search 'year:<1970' find tracks
        tritone analyze             find tempo, key and loudness of all tracks
        tritone mix 1 song.flac     add a file to mix slot 1
        tritone import friday.m3u8  read a playlist

      Keys: press ? in the player.
      """,
    version: "tritone 0.1.0",
    subcommands: [
      PlayCommand.self, ScanCommand.self, SearchCommand.self, PlaylistCommand.self,
      MixCommand.self, CuesCommand.self, FitsCommand.self, HistoryCommand.self, ImportCommand.self,
      ExportCommand.self, RenderCommand.self, AnalyzeCommand.self, TagsCommand.self,
      DuplicatesCommand.self, RelocateCommand.self, ForgetCommand.self,
      BackupCommand.self, RestoreCommand.self, ThemesCommand.self, DemoCommand.self,
      DoctorCommand.self, KeysCommand.self,
    ],
    defaultSubcommand: PlayCommand.self)

  static func main() {
    let arguments = ArgumentOrder.commandFirst(Array(CommandLine.arguments.dropFirst()))
    do {
      var command = try player(arguments) ?? parseAsRoot(arguments)
      defer { GlobalOptions.settleLibraries() }
      try command.run()
    } catch {
      Glibc.exit(report(error))
    }
  }

  /// The player where nothing else can be meant: then what all the other commands take need not be
  /// worked out before the first frame. What it cannot read, help included, is for all of them.
  private static func player(_ arguments: [String]) -> (any ParsableCommand)? {
    guard arguments.first?.hasPrefix("-") ?? true else { return nil }
    return try? PlayCommand.parseAsRoot(arguments)
  }

  /// Says what went wrong in one line and returns the exit code: 1 failed, 2 misuse.
  private static func report(_ error: any Error) -> Int32 {
    switch exitCode(for: error) {
    case .success:
      // Help and version are asked for, and go where answers go.
      print(fullMessage(for: error))
      return 0
    case .validationFailure:
      let line = message(for: error).split(separator: "\n").first.map(String.init) ?? ""
      StandardError.print("tritone: \(line); see tritone --help")
      return 2
    default:
      if !(error is ExitCode) { StandardError.print("tritone: \(UserText.of(error))") }
      return (error as? ExitCode)?.rawValue ?? 1
    }
  }
}

enum StandardError {
  static func print(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
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
    // A sub-command has its own, which has to stay behind it.
    let isNested = index + 1 < arguments.count && named(arguments[index + 1], in: command) != nil
    let end = index + (isNested ? 2 : 1)
    return Array(arguments[index..<end] + arguments[..<index] + arguments[end...])
  }

  private static func named(_ name: String, in command: any ParsableCommand.Type)
    -> (any ParsableCommand.Type)?
  {
    command.configuration.subcommands.first {
      ($0.configuration.commandName ?? "\($0)".lowercased()) == name
    }
  }
}

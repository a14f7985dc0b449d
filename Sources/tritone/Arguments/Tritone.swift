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
        tritone search miles davis  find tracks
        tritone mix 1 song.flac     add a file to mix slot 1

      Keys: press ? in the player.
      """,
    version: "tritone 0.1.0",
    subcommands: [
      PlayCommand.self, ScanCommand.self, SearchCommand.self, PlaylistCommand.self,
      MixCommand.self, BackupCommand.self, RestoreCommand.self, ThemesCommand.self,
      DemoCommand.self, DoctorCommand.self, KeysCommand.self,
    ],
    defaultSubcommand: PlayCommand.self)

  static func main() {
    let arguments = ArgumentOrder.commandFirst(Array(CommandLine.arguments.dropFirst()))
    do {
      var command = try parseAsRoot(arguments)
      try command.run()
    } catch {
      Glibc.exit(report(error))
    }
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
    let names = Tritone.configuration.subcommands.compactMap { $0.configuration.commandName }
    guard index > 0, index < arguments.count, names.contains(arguments[index]) else {
      return arguments
    }
    return [arguments[index]] + arguments[..<index] + arguments[(index + 1)...]
  }
}

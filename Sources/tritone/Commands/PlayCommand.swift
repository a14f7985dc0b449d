import ArgumentParser
import Control
import Curses
import Glibc
import Interface
import Log
import Music
import Playback

/// Opens the player, the default command: at a player that runs already, or at one that it starts.
struct PlayCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "player",
    abstract: "Open the player, and play paths and streams if there are any.",
    discussion: """
      The player plays on when its terminal is left with q; tritone comes back to it, and
      tritone quit ends it. With --no-host it lives and ends with its terminal.

      Examples:
        tritone ~/Music
        tritone --no-host --output file:mix.flac ~/Music/mix.m3u
      """, shouldDisplay: false)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var player: PlayerOptions

  func run(log: Log) throws {
    let directories = options.directories
    let output = try player.sound.choice
    let sources = try directories.playable(player.paths)
    // An existing file may be the user's music.
    if case .file(let path) = output, directories.exists(directories.absolute(path)) {
      throw Failure(reason: "there already is a file \(path.text); name another one for --output")
    }
    var alone = StandalonePlayer(options: options, player: player, sources: sources, log: log)
    guard player.wantsHost else { return try alone.run() }
    let client: AttachedClient
    do {
      client = try AttachedClient(options, player, sources)
    } catch let error as ControlError where error.isOfFolder {
      alone.reason = error.message
      return try alone.run()
    }
    let status = try client.run()
    if status != 0 { throw ExitCode(status) }
  }
}

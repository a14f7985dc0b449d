import ArgumentParser
import Control
import Glibc
import JSON
import Log
import Music

/// Plays at a player that runs, or starts one.
struct PlayNowCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Play, or play paths and streams in place of the queue.",
    discussion: """
      Without a path the player goes on where it paused. Where no player runs, one is started: on a \
      terminal it opens there, elsewhere it plays without one.

      Examples:
        tritone play
        tritone play ~/Music/House
        tritone play http://host/stream
      """)

  @OptionGroup var target: PlayerTarget
  @OptionGroup var player: PlayerOptions

  func run(log: Log) throws {
    let sources = try target.options.directories.playable(player.paths)
    if player.wantsHost, let client = try running() {
      return try target.send(Self.request(sources), to: client)
    }
    guard player.wantsHost, isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0 else {
      var command = PlayCommand()
      (command.options, command.player) = (target.options, player)
      return try command.run(log: log)
    }
    let host = HostProcess(
      options: target.options, player: player, hasPaths: !sources.isEmpty,
      awaitsTerminal: false)
    try target.send(Self.request(sources), to: try host.connect())
  }

  private func running() throws(ControlError) -> ControlClient? {
    do {
      return try target.connect()
    } catch {
      if case .noHost = error { return nil }
      throw error
    }
  }

  static func request(_ sources: [MediaSource]) -> [(String, JSONNode?)] {
    sources.isEmpty
      ? [("do", .text("play"))]
      : [("do", .text("open")), ("paths", .array(sources.map { .bytes($0.argument) }))]
  }
}

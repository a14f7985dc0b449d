import ArgumentParser
import Music

/// Shows a player that runs.
struct AttachCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach", abstract: "Show the player that runs on this terminal.",
    discussion: """
      tritone alone does the same, and starts a player where none runs. Several terminals may show
      one player, each in its own place.

      Examples:
        tritone attach
        ssh -t home tritone attach
      """)

  @OptionGroup var options: GlobalOptions

  func run() throws {
    let status = try AttachedClient(attaching: options).run()
    if status != 0 { throw ExitCode(status) }
  }
}

import ArgumentParser
import Control
import Glibc
import JSON

struct LineCommand: PlainCommand {
  static let configuration = CommandConfiguration(
    commandName: "command", abstract: "Run a line of the player's own command line.",
    discussion: """
      Every command of the player is there, as behind its colon; tritone keys lists them. With \
      --json the answer is a line of JSON; without a line of the player's, lines of JSON go from \
      standard input to the player and its answers come back, as docs/control.md tells.

      Examples:
        tritone command skin Vinyl
        tritone command browse albums
        echo '{"id":1,"do":"seek","by":10}' | tritone command --json
      """)

  @OptionGroup var target: PlayerTarget
  // Options of a line are its own.
  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("The line.", valueName: "word"))
  var words: [String] = []

  mutating func take(_ arguments: inout PlainArguments) -> Bool {
    words = arguments.values()
    return true
  }

  func validate() throws {
    guard target.json || !words.isEmpty else { throw ValidationError("command needs a line") }
  }

  func run() throws {
    guard words.isEmpty else { return try target.send(line: words.joined(separator: " ")) }
    let client = try ControlError.told(asJSON: true) { try target.connect() }
    let isDone = try client.relay(from: STDIN_FILENO) { try StandardOutput.write($0) }
    if !isDone { throw ExitCode.failure }
  }
}

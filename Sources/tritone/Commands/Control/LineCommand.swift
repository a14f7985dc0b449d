import ArgumentParser
import Control
import Glibc
import JSON

struct LineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "command", abstract: "Run a line of the player's own command line.",
    discussion: """
      Every command of the player is there, as behind its colon; tritone keys lists them. With \
      --json, lines of JSON go from standard input to the player and its answers come back, as \
      docs/control.md tells.

      Examples:
        tritone command skin Vinyl
        tritone command browse albums
        echo '{"id":1,"do":"seek","by":10}' | tritone command --json
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Pass lines of JSON from standard input on to the player.") var json = false
  // Options of a line are its own.
  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("The line.", valueName: "word"))
  var words: [String] = []

  func validate() throws {
    guard json == words.isEmpty else {
      throw ValidationError(
        json ? "--json takes its lines from standard input" : "command needs a line")
    }
  }

  func run() throws {
    let client = try ControlClient(try options.controlSocket)
    guard json else {
      let answer = try client.request([("command", .text(words.joined(separator: " ")))])
      if let message = answer["message"]?.text { StandardOutput.line(message) }
      return
    }
    try client.relay(from: STDIN_FILENO) { try StandardOutput.write($0) }
  }
}

import ArgumentParser
import Control
import Interface
import JSON
import Music

struct PauseCommand: PlainPlayerCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Pause the player.",
    discussion: """
      Example:
        tritone pause
      """)
  static let request = "pause"
  @OptionGroup var target: PlayerTarget
}

struct ToggleCommand: PlainPlayerCommand {
  static let configuration = CommandConfiguration(
    commandName: "toggle", abstract: "Pause the player, or play.",
    discussion: """
      Example:
        tritone toggle
      """)
  static let request = "toggle"
  @OptionGroup var target: PlayerTarget
}

struct StopCommand: PlainPlayerCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "Stop the music; the player stays.",
    discussion: """
      Example:
        tritone stop
      """)
  static let request = "stop"
  @OptionGroup var target: PlayerTarget
}

struct NextCommand: PlainPlayerCommand {
  static let configuration = CommandConfiguration(
    commandName: "next", abstract: "Play the next track; in a book, the next chapter.",
    discussion: """
      Example:
        tritone next
      """)
  static let request = "next"
  @OptionGroup var target: PlayerTarget
}

struct PreviousCommand: PlainPlayerCommand {
  static let configuration = CommandConfiguration(
    commandName: "previous", abstract: "Play the previous track, or this one from its start.",
    discussion: """
      Example:
        tritone previous
      """)
  static let request = "previous"
  @OptionGroup var target: PlayerTarget
}

struct QuitCommand: PlainCommand {
  static let configuration = CommandConfiguration(
    commandName: "quit", abstract: "End the player, its music and its terminals.",
    discussion: """
      Ends when the player has ended.

      Example:
        tritone quit
      """)
  @OptionGroup var target: PlayerTarget

  private static let patience: Duration = .seconds(10)

  func run() throws {
    let client = try ControlError.told(asJSON: target.json) { try target.connect() }
    let end = ProcessEnd(of: client.process)
    try target.send([("do", .text("quit"))], to: client)
    // Its connections end before its last work, which is to store the session.
    guard end.wait(Self.patience) else {
      throw Failure(reason: "the player still has work to end")
    }
  }
}

struct SeekCommand: PlainCommand {
  static let configuration = CommandConfiguration(
    commandName: "seek", abstract: "Go to a time in what plays, or forward or back.",
    discussion: """
      A time is 83 (seconds), 83.5, 1:23 or 1:02:03; with + or - in front it counts from here.

      Examples:
        tritone seek 1:23
        tritone seek +10
        tritone seek -1:30
      """)
  @OptionGroup var target: PlayerTarget
  // A negative time is no option.
  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("The time.", valueName: "time"))
  var times: [String]

  mutating func take(_ arguments: inout PlainArguments) -> Bool {
    times = arguments.values(negative: true)
    return true
  }

  func validate() throws { _ = try Self.request(times) }

  func run() throws { try target.send(try Self.request(times)) }

  static func request(_ times: [String]) throws -> [(String, JSONNode?)] {
    let times = times.withoutTerminator
    let text = times.first ?? ""
    let sign = text.first.map { "+-".contains($0) } == true
    guard times.count == 1,
      let time = CommandLineReader.time(String(text.dropFirst(sign ? 1 : 0)))
    else { throw ValidationError("seek needs one time, as in 83, 1:23, +10 or -10") }
    let seconds = JSONNode.number(text.hasPrefix("-") ? -time.seconds : time.seconds)
    return [("do", .text("seek")), (sign ? "by" : "to", seconds)]
  }
}

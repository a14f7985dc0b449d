import ArgumentParser
import Control
import JSON
import Music

/// Options of commands to a player that runs. They open no library.
struct PlayerTarget: ParsableArguments {
  @OptionGroup var options: GlobalOptions
  @Flag(help: "Print the player's answer as a line of JSON.") var json = false

  func connect() throws(ControlError) -> ControlClient {
    try ControlClient(try options.controlSocket)
  }

  /// Sends a request and prints what the player says to it.
  func send(_ request: [(String, JSONNode?)]) throws {
    try send(request, to: try connect())
  }

  func send(_ request: [(String, JSONNode?)], to client: ControlClient) throws {
    try client.send(request, printsJSON: json)
  }

  /// The same for a line of the player's command line.
  func send(line: String) throws { try send([("command", .text(line))]) }
}

extension ControlClient {
  /// Sends a request and prints what the player says to it, or its whole answer.
  func send(_ members: [(String, JSONNode?)], printsJSON: Bool) throws {
    let answer: JSONNode
    do {
      answer = try request(members)
    } catch {
      guard printsJSON, case .refused(let reason) = error else { throw error }
      let refusal = JSONNode.object([("ok", .bool(false)), ("error", .text(reason))])
      try StandardOutput.write(refusal.line)
      throw ExitCode(1)
    }
    if printsJSON {
      try StandardOutput.write(answer.withoutName.line)
    } else if let message = answer["message"]?.text {
      StandardOutput.line(message)
    }
  }
}

extension JSONNode {
  /// An answer without the name that this program gave to its request.
  var withoutName: JSONNode {
    guard case .object(let members) = value else { return self }
    return JSONNode(.object(members.filter { $0.name != "id" }))
  }
}

/// A command without arguments of its own, which is one request.
protocol PlainPlayerCommand: ParsableCommand {
  /// The name of the request.
  static var request: String { get }
  var target: PlayerTarget { get }
}

extension PlainPlayerCommand {
  func run() throws { try target.send([("do", .text(Self.request))]) }

  /// Runs the command without options. The parser takes longer than the player takes to answer.
  fileprivate static func runPlain() throws {
    let client = try ControlClient(try .ofPlayer(of: Directories.here.database))
    try client.send([("do", .text(request))], printsJSON: false)
  }
}

/// Commands to the player in their shortest form, which need no parser.
enum PlainCommands {
  private static let all: [any PlainPlayerCommand.Type] = [
    PauseCommand.self, ToggleCommand.self, StopCommand.self, NextCommand.self,
    PreviousCommand.self,
  ]

  /// - Returns: false where the arguments are others.
  static func run(_ arguments: [String]) throws -> Bool {
    guard arguments.count == 1,
      let command = all.first(where: { $0.configuration.commandName == arguments[0] })
    else { return false }
    try command.runPlain()
    return true
  }
}

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

  /// Sends a request; its failure is printed as an answer where answers are.
  func request(_ members: [(String, JSONNode?)]) throws -> JSONNode {
    try ControlError.told(asJSON: json) { try connect().request(members) }
  }

  /// Sends a request and prints what the player says to it.
  func send(_ request: [(String, JSONNode?)]) throws {
    try send(request, to: try ControlError.told(asJSON: json) { try connect() })
  }

  func send(_ request: [(String, JSONNode?)], to client: ControlClient) throws {
    try client.send(request, printsJSON: json)
  }

  /// The same for a line of the player's command line.
  func send(line: String) throws {
    try send([("command", .text(line)), ("folder", .bytes(options.directories.current.bytes))])
  }
}

extension ControlError {
  /// Prints a failure of the work as an answer of the player, where its answers are printed.
  ///
  /// - Parameter status: that of the program where no player runs.
  static func told<Value>(
    asJSON isJSON: Bool, status: Int32 = 1, _ work: () throws -> Value
  ) throws -> Value {
    do {
      return try work()
    } catch let error as ControlError {
      guard isJSON else { throw error }
      let answer = JSONNode.object([("ok", .bool(false)), ("error", .text(error.message))])
      try StandardOutput.write(answer.line)
      throw ExitCode(error == .noHost ? status : 1)
    }
  }
}

extension ControlClient {
  /// Sends a request and prints what the player says to it, or its whole answer.
  func send(_ members: [(String, JSONNode?)], printsJSON: Bool) throws {
    let answer = try ControlError.told(asJSON: printsJSON) { try request(members) }
    if printsJSON {
      try StandardOutput.write(answer.withoutName.line)
    } else if let message = answer["message"]?.text {
      StandardOutput.line(message)
    }
  }
}

extension [String] {
  /// Values of a command without the "--" that may stand in front of negative ones.
  var withoutTerminator: [String] { first == "--" ? Array(dropFirst()) : self }
}

extension JSONNode {
  /// An answer without the name that this program gave to its request.
  var withoutName: JSONNode {
    guard case .object(let members) = value else { return self }
    return JSONNode(.object(members.filter { $0.name != "id" }))
  }
}

/// A command without arguments of its own, which is one request.
protocol PlainPlayerCommand: PlainCommand {
  /// The name of the request.
  static var request: String { get }
}

extension PlainPlayerCommand {
  func run() throws { try target.send([("do", .text(Self.request))]) }
}

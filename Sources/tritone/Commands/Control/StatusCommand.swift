import ArgumentParser
import Control
import Glibc
import JSON
import Music

struct StatusCommand: PlainCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Print what plays, once or at each change.",
    discussion: """
      The exit status is 3 where no player runs, also at its end with --follow; 0 where nothing \
      plays.

      Fields of a format: \(StatusFormat.Field.allCases.map { "{\($0.rawValue)}" }
      .joined(separator: " ")). A part in brackets is left out where its fields are empty; braces and \
      brackets that are meant come twice. Where nothing is current the line is empty.

      Examples:
        tritone status
        tritone status --format '{icon} {artist} – {title} {position}/{duration}'
        tritone status --follow --format '{icon} [{artist} – ]{title}'
        tritone status --json | jq .position
      """)

  @OptionGroup var target: PlayerTarget
  @Flag(help: "Print a line at each change, until the player ends.") var follow = false
  @Option(help: ArgumentHelp("What the line is made of.", valueName: "text")) var format: String?

  mutating func take(_ arguments: inout PlainArguments) -> Bool {
    follow = arguments.flag("--follow")
    format = arguments.option("--format")
    return true
  }

  func validate() throws {
    if format != nil, target.json {
      throw ValidationError("--json and --format exclude each other")
    }
    _ = try chosenFormat
  }

  func run() throws {
    do {
      let client = try ControlError.told(asJSON: target.json, status: Self.noPlayer) {
        try target.connect()
      }
      guard follow else {
        let status = try ControlError.told(asJSON: target.json) {
          try client.request([("get", .text("status"))])
        }
        return try show(status)
      }
      try ControlError.told(asJSON: target.json) { try client.subscribe([.player]) }
      try StandardOutput.following { try followLines(of: client) }
    } catch ControlError.noHost {
      StandardError.print("tritone: \(ControlError.noHost.message)")
      throw ExitCode(Self.noPlayer)
    } catch ControlError.lost where follow {
      // A bar shows nothing then.
      if !target.json { try StandardOutput.write(Array("\n".utf8)) }
      throw ExitCode(Self.noPlayer)
    }
  }

  /// The exit status where no player runs.
  private static let noPlayer: Int32 = 3

  private var chosenFormat: StatusFormat {
    get throws {
      guard let format else { return .standard }
      do { return try StatusFormat(format) } catch {
        throw ValidationError("--format: \(error.reason)")
      }
    }
  }

  private func show(_ status: JSONNode) throws {
    if target.json { return try StandardOutput.write(status.withoutName.line) }
    StandardOutput.line(line(of: status, try chosenFormat))
  }

  private func line(
    of status: JSONNode, _ format: StatusFormat, after elapsed: Duration = .zero
  ) -> String {
    let line = format.line(of: status, after: elapsed)
    return line.isEmpty && self.format == nil ? "Nothing plays" : line
  }

  /// Waits for changes alone, and where the line shows the time for its next second.
  private func followLines(of client: ControlClient) throws {
    let format = try chosenFormat
    var status = JSONNode(.null)
    var told = ContinuousClock.now
    var shown: String?
    while true {
      var deadline: ContinuousClock.Instant?
      if !target.json, format.ticks, shown != nil {
        let values = StatusValues(status: status, elapsed: told.duration(to: .now))
        deadline = values.nextSecond.map { .now + $0 }
      }
      if let bytes = try client.line(until: deadline, watching: STDOUT_FILENO) {
        let event = try ControlClient.node(bytes)
        guard event["event"]?.text == ControlTopic.player.rawValue else { continue }
        (status, told) = (event, .now)
        if target.json { try StandardOutput.write(bytes + [UInt8(ascii: "\n")]) }
      }
      guard !target.json else { continue }
      let line = line(of: status, format, after: told.duration(to: .now))
      guard line != shown else { continue }
      shown = line
      try StandardOutput.write(Array((TextCleaning.line(line) + "\n").utf8))
    }
  }
}

struct EventsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "events", abstract: "Print what changes in the player, as lines of JSON.",
    discussion: """
      The state of the player and of the queue come first, then a line for each change, until the \
      player ends. docs/control.md tells what the lines hold.

      Examples:
        tritone events --json
        tritone events --json | jq --unbuffered -r 'select(.event == "player").playback'
      """)

  @OptionGroup var options: GlobalOptions
  // The only form; named as in other commands, so that another one may come.
  @Flag(help: "Print JSON, which is the only form.") var json = false

  func validate() throws {
    guard json else { throw ValidationError("events prints JSON: tritone events --json") }
  }

  func run() throws {
    let client = try ControlError.told(asJSON: true) {
      let client = try ControlClient(try options.controlSocket)
      try client.subscribe(ControlTopic.allCases)
      return client
    }
    try StandardOutput.following {
      while let line = try client.line(watching: STDOUT_FILENO) {
        try StandardOutput.write(line + [UInt8(ascii: "\n")])
      }
    }
  }
}

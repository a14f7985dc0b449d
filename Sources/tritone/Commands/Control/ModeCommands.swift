import ArgumentParser
import Control
import JSON
import Music

struct VolumeCommand: PlainCommand {
  static let configuration = CommandConfiguration(
    commandName: "volume", abstract: "Set the volume, or make it louder or quieter.",
    discussion: """
      Examples:
        tritone volume 60
        tritone volume +5
        tritone volume -5
      """)
  @OptionGroup var target: PlayerTarget
  // A negative number is no option.
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("Percent, or with + or - percent points.", valueName: "percent"))
  var values: [String]

  mutating func take(_ arguments: inout PlainArguments) -> Bool {
    values = arguments.values(negative: true)
    return true
  }

  func validate() throws { _ = try Self.request(values) }

  func run() throws { try target.send(try Self.request(values)) }

  static func request(_ values: [String]) throws -> [(String, JSONNode?)] {
    let values = values.withoutTerminator
    let text = values.first.map { $0.hasSuffix("%") ? String($0.dropLast()) : $0 } ?? ""
    guard values.count == 1, let number = Int(text), (-100...100).contains(number),
      let first = text.first
    else { throw ValidationError("volume is 0 to 100, or a step as in +5 or -5") }
    return [("do", .text("volume")), ("+-".contains(first) ? "by" : "to", .number(number))]
  }
}

/// "on" or "off".
enum OnOrOff: String, ExpressibleByArgument, CaseIterable {
  case on, off
}

struct MuteCommand: PlainCommand {
  static let configuration = CommandConfiguration(
    commandName: "mute", abstract: "Mute the player, or let it be heard again.",
    discussion: """
      Examples:
        tritone mute
        tritone mute off
      """)
  @OptionGroup var target: PlayerTarget
  @Argument(help: "Whether it is mute; without it the other.") var state: OnOrOff?

  mutating func take(_ arguments: inout PlainArguments) -> Bool {
    state = arguments.value()
    return true
  }

  func run() throws {
    try target.send([("do", .text("mute")), ("on", state.map { .bool($0 == .on) })])
  }
}

struct ShuffleCommand: PlainCommand {
  static let configuration = CommandConfiguration(
    commandName: "shuffle", abstract: "Shuffle the queue, or play it in its order.",
    discussion: """
      Examples:
        tritone shuffle
        tritone shuffle on
      """)
  @OptionGroup var target: PlayerTarget
  @Argument(help: "Whether it is shuffled; without it the other.") var state: OnOrOff?

  mutating func take(_ arguments: inout PlainArguments) -> Bool {
    state = arguments.value()
    return true
  }

  func run() throws {
    try target.send([("do", .text("shuffle")), ("on", state.map { .bool($0 == .on) })])
  }
}

extension PlayQueue.Repeat: ExpressibleByArgument {}

struct RepeatCommand: PlainCommand {
  static let configuration = CommandConfiguration(
    commandName: "repeat", abstract: "Repeat the queue, one track, or nothing.",
    discussion: """
      Examples:
        tritone repeat
        tritone repeat all
      """)
  @OptionGroup var target: PlayerTarget
  @Argument(help: "What is repeated; without it the next of these.") var mode: PlayQueue.Repeat?

  mutating func take(_ arguments: inout PlainArguments) -> Bool {
    mode = arguments.value()
    return true
  }

  func run() throws {
    try target.send([("do", .text("repeat")), ("mode", mode.map { .text($0.rawValue) })])
  }
}

struct SpeedCommand: PlainCommand {
  static let configuration = CommandConfiguration(
    commandName: "speed", abstract: "Play slower or faster, at the same pitch.",
    discussion: """
      Examples:
        tritone speed 1.25
        tritone speed 1
      """)
  @OptionGroup var target: PlayerTarget
  @Argument(help: "0.5 to 3; 1 is as it was recorded.") var speed: Double

  mutating func take(_ arguments: inout PlainArguments) -> Bool {
    guard let speed: Double = arguments.value() else { return false }
    self.speed = speed
    return true
  }

  func validate() throws {
    guard (0.5...3).contains(speed) else { throw ValidationError("the speed is from 0.5 to 3") }
  }

  func run() throws { try target.send([("do", .text("speed")), ("to", .number(speed))]) }
}

struct SleepCommand: PlainCommand {
  static let configuration = CommandConfiguration(
    commandName: "sleep", abstract: "Let the music stop by itself after a time.",
    discussion: """
      Examples:
        tritone sleep 30
        tritone sleep 1:30
        tritone sleep end
        tritone sleep off
      """)
  @OptionGroup var target: PlayerTarget
  @Argument(help: "Minutes, 1:30 for hours, +5 for more, end, chapter or off.") var time: String

  mutating func take(_ arguments: inout PlainArguments) -> Bool {
    guard let time: String = arguments.value() else { return false }
    self.time = time
    return true
  }

  func run() throws { try target.send(line: "sleep \(time)") }
}

struct OutputCommand: PlainCommand {
  static let configuration = CommandConfiguration(
    commandName: "output", abstract: "List the outputs, or choose where the sound goes.",
    discussion: """
      A part of a name is enough; default follows the system's. In the list an arrow marks the \
      one that was chosen, and a star the system's default. Those that are called the same have \
      another name behind, which is taken, too.

      Examples:
        tritone output
        tritone output headphones
        tritone output default
      """)
  @OptionGroup var target: PlayerTarget
  @Argument(help: "The name of an output.") var name: [String] = []

  mutating func take(_ arguments: inout PlainArguments) -> Bool {
    name = arguments.values()
    return true
  }

  func run() throws {
    guard name.isEmpty else {
      return try target.send(line: "output " + name.joined(separator: " "))
    }
    let answer = try target.request([("get", .text("outputs"))])
    guard let outputs = answer["outputs"]?.array else { throw ControlError.garbage }
    if target.json { return try StandardOutput.write(answer.withoutName.line) }
    let names = outputs.map { $0["description"]?.text ?? "" }
    for (output, description) in zip(outputs, names) {
      let isChosen = output["name"]?.text == answer["chosen"]?.text
      // Two devices of one kind differ by their names alone.
      let isSame = names.count { $0 == description } > 1
      let name = isSame ? output["name"]?.text : nil
      StandardOutput.line(
        (isChosen ? "→" : "") + (output["default"]?.bool == true ? "*" : "") + "\t"
          + ([description] + [name].compactMap(\.self)).map(TrackText.clean)
          .joined(separator: "\t"))
    }
  }
}

struct ChangeSkinCommand: PlainCommand {
  static let configuration = CommandConfiguration(
    commandName: "skin", abstract: "Change the skin of the player that runs.",
    discussion: """
      Example:
        tritone skin Vinyl
      """)
  @OptionGroup var target: PlayerTarget
  @Argument(help: "The name of a skin; tritone themes lists them.") var name: [String]

  mutating func take(_ arguments: inout PlainArguments) -> Bool {
    name = arguments.values()
    return !name.isEmpty
  }

  func run() throws { try target.send(line: "skin " + name.joined(separator: " ")) }
}

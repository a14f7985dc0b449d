import ArgumentParser

/// A command to the player which forms without any doubt make without the parser: that looks for
/// conformances in all of the program, which takes longer than the player takes to answer.
protocol PlainCommand: ParsableCommand {
  var target: PlayerTarget { get set }
  /// Sets every property but `target`, from the arguments that it takes out. A property that was
  /// not set ends the program where it is read.
  ///
  /// - Returns: false where the parser has to read them, also to word a mistake.
  mutating func take(_ arguments: inout PlainArguments) -> Bool
}

extension PlainCommand {
  mutating func take(_ arguments: inout PlainArguments) -> Bool { true }
}

/// The arguments of a command that are left to take.
struct PlainArguments {
  private var words: [String]

  init(_ words: some Sequence<String>) { self.words = Array(words) }

  var isEmpty: Bool { words.isEmpty }

  /// Takes a flag; whether it was there.
  mutating func flag(_ name: String) -> Bool {
    guard let index = words.firstIndex(of: name) else { return false }
    words.remove(at: index)
    return true
  }

  /// Takes an option with its value; nil where there is none.
  mutating func option(_ name: String) -> String? {
    guard let index = words.firstIndex(of: name), index + 1 < words.count,
      Self.isValue(words[index + 1])
    else { return nil }
    defer { words.removeSubrange(index...index + 1) }
    return words[index + 1]
  }

  /// Takes all values.
  ///
  /// - Parameter negative: whether some may begin with a dash and a digit.
  mutating func values(negative: Bool = false) -> [String] {
    let isValue = { (word: String) in
      Self.isValue(word)
        || negative && word.hasPrefix("-") && word.dropFirst().first?.isNumber == true
    }
    defer { words.removeAll(where: isValue) }
    return words.filter(isValue)
  }

  /// Takes the first value; nil where there is none, and where it means nothing, which leaves it.
  mutating func value<Value: ExpressibleByArgument>() -> Value? {
    guard let index = words.firstIndex(where: Self.isValue),
      let value = Value(argument: words[index])
    else { return nil }
    words.remove(at: index)
    return value
  }

  private static func isValue(_ word: String) -> Bool {
    !word.isEmpty && !word.hasPrefix("-") && word != "help"
  }
}

/// The commands that need no parser.
enum PlainCommands {
  private static let all: [any PlainCommand.Type] = [
    PauseCommand.self, ToggleCommand.self, StopCommand.self, NextCommand.self,
    PreviousCommand.self, SeekCommand.self, VolumeCommand.self, MuteCommand.self,
    ShuffleCommand.self, RepeatCommand.self, SpeedCommand.self, SleepCommand.self,
    RateCommand.self, LikeCommand.self, LoveCommand.self, OutputCommand.self,
    ChangeSkinCommand.self, StatusCommand.self, LineCommand.self, QuitCommand.self,
  ]

  /// Commands with sub-commands, of which the first may be left out.
  private static let groups: [(any ParsableCommand.Type, [any PlainCommand.Type])] = [
    (
      PlayerQueueCommand.self,
      [
        PlayerQueueCommand.List.self, PlayerQueueCommand.Add.self, PlayerQueueCommand.Next.self,
        PlayerQueueCommand.Clear.self,
      ]
    ),
    (MixCommand.self, [MixCommand.Add.self]),
  ]

  /// Nil where the parser has to read the arguments.
  static func command(_ arguments: [String]) -> (any PlainCommand)? {
    var words = arguments[...]
    guard var command = type(&words)?.init() else { return nil }
    var left = PlainArguments(words)
    command.target = target(&left)
    guard command.take(&left), left.isEmpty, (try? command.validate()) != nil else { return nil }
    return command
  }

  private static func target(_ arguments: inout PlainArguments) -> PlayerTarget {
    // Not in an initialiser, where an assignment of a value would define an option anew.
    var target = PlayerTarget()
    target.options = GlobalOptions()
    target.options.library = arguments.option("--library")
    target.json = arguments.flag("--json")
    return target
  }

  private static func type(_ words: inout ArraySlice<String>) -> (any PlainCommand.Type)? {
    guard let name = words.popFirst() else { return nil }
    if let type = named(name, in: all) { return type }
    guard let (_, members) = groups.first(where: { $0.0.configuration.commandName == name }) else {
      return nil
    }
    guard let next = words.first, let type = named(next, in: members) else { return members.first }
    words.removeFirst()
    return type
  }

  private static func named(
    _ name: String, in types: [any PlainCommand.Type]
  ) -> (any PlainCommand.Type)? {
    types.first { $0.configuration.commandName == name }
  }
}

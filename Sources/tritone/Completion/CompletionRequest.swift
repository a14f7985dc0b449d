import ArgumentParser

/// Completes a half-typed command line from the table of commands.
///
/// Runs at each Tab, so it reads no more than it has to: never more of the library than the names
/// of playlists, and it creates and changes nothing.
struct CompletionRequest {
  /// The words after the program's name.
  let earlier: [String]
  /// The word that is being typed.
  let word: String

  func answer(_ values: CompletionValues) throws -> Completions {
    if earlier.first == "help" {
      return Completions(Self.commands(below: Self.command(earlier.dropFirst()).type))
    }
    let words = ArgumentOrder.commandFirst(earlier)
    let (type, depth) = Self.command(words[...])
    let isProgram = depth == 0
    // The player is the command of a line without one; its options are those of the program's help.
    let command = try CommandDescription(of: isProgram ? ProgramHelp.self : type)
    let state = Self.state(of: words.dropFirst(depth), in: command)
    let path = words.prefix(depth).joined(separator: " ")
    if let option = state.openOption { return values.values(of: option, in: path, word) }
    if !state.areOptionsOver, word.hasPrefix("-"), word != "-" {
      return Completions(Self.options(of: command, without: state.given))
    }
    let positionals = command.shownArguments.filter { $0.kind == .positional }
    let index = state.positionals
    let argument = index < positionals.count ? positionals[index] : positionals.last
    var answer = Completions.none
    if let argument, index < positionals.count || argument.isRepeating {
      answer = values.values(of: argument, in: path, word, behind: words)
    }
    // The name of a command stands before all paths.
    if state.positionals == 0 {
      answer.candidates = Self.commands(below: isProgram ? Tritone.self : type) + answer.candidates
    }
    return answer
  }

  /// The command that words begin with, and the number of words that name it.
  private static func command(
    _ words: ArraySlice<String>
  ) -> (type: any ParsableCommand.Type, depth: Int) {
    var type: any ParsableCommand.Type = Tritone.self
    var depth = 0
    for word in words {
      guard let next = ArgumentOrder.named(word, in: type) else { break }
      (type, depth) = (next, depth + 1)
    }
    return (type, depth)
  }

  private static func commands(
    below type: any ParsableCommand.Type
  ) -> [Completions.Candidate] {
    var commands: [Completions.Candidate] = []
    for command in type.configuration.subcommands {
      let configuration = command.configuration
      guard configuration.shouldDisplay else { continue }
      let name = configuration.commandName ?? "\(command)".lowercased()
      commands.append(.init(value: name, description: configuration.abstract))
    }
    if type == Tritone.self {
      commands.append(.init(value: "help", description: "Explain a command."))
    }
    return commands
  }

  private static func options(
    of command: CommandDescription, without given: Set<String>
  ) -> [Completions.Candidate] {
    var options: [Completions.Candidate] = []
    for argument in command.shownArguments where argument.kind != .positional {
      let names = (argument.names ?? []).map(\.text)
      guard argument.isRepeating || !names.contains(where: given.contains) else { continue }
      options += names.map { .init(value: $0, description: argument.abstract ?? "") }
    }
    return options
  }

  private struct State {
    /// The option whose value is being typed.
    var openOption: CommandDescription.Argument?
    var positionals = 0
    var areOptionsOver = false
    var given: Set<String> = []
  }

  private static func state(
    of words: ArraySlice<String>, in command: CommandDescription
  ) -> State {
    var state = State()
    for word in words {
      if state.openOption != nil {
        state.openOption = nil
      } else if state.areOptionsOver || !word.hasPrefix("-") || word == "-" {
        state.positionals += 1
      } else if word == "--" {
        state.areOptionsOver = true
      } else {
        state.given.insert(word)
        state.openOption = command.shownArguments.first { argument in
          argument.kind == .option && (argument.names ?? []).contains { $0.text == word }
        }
      }
    }
    return state
  }
}

import Music
import Screen

/// The earlier lines, commands and arguments that match a command line, the best first.
struct CommandPalette: Equatable {
  struct Row: Equatable {
    /// The line that it runs; an incomplete one needs an argument.
    let line: String
    var argument = ""
    var summary = ""
    var keys = ""
    var isComplete = true
  }

  /// Earlier lines, the newest first.
  private(set) var recent: [Row] = []
  private(set) var commands: [Row] = []
  /// Whether the commands are arguments of the typed one.
  private(set) var isOfArguments = false

  private static let maximumRecent = 5

  var rows: [Row] { recent + commands }

  /// - Parameter arguments: the completions of a line.
  init(
    _ text: String, history: [String], keymap: Keymap, arguments: (String) -> [String]
  ) {
    let typed = String(text.drop { $0 == " " })
    let match = Match(typed)
    recent = history.reversed().filter { match.isIn($0) && $0 != typed }
      .prefix(CommandPalette.maximumRecent).map { line in
        Row(line: line, summary: CommandLineReader.summary(of: line) ?? "")
      }
    if typed.contains(" "), CommandLineReader.takesArgument(CommandLineReader.name(in: typed)) {
      isOfArguments = true
      commands = arguments(typed).map { Row(line: $0, isComplete: !$0.hasSuffix(" ")) }
      return
    }
    let all =
      CommandTable.entries.map { entry in
        Row(
          line: entry.name, summary: entry.summary,
          keys: keymap.keys(for: entry.command).joined(separator: " "))
      }
      + CommandLineReader.usages.map { usage in
        Row(
          line: usage.name + " ", argument: String(usage.form.dropFirst(usage.name.count + 1)),
          summary: usage.summary, isComplete: false)
      }
    let scored = all.enumerated().compactMap { index, row in
      match.score(row).map { (row, $0, index) }
    }
    commands = scored.sorted { ($0.1, $0.2) < ($1.1, $1.2) }.map(\.0)
  }

  /// The row that Enter takes; nil where it runs the typed line.
  func choice(for prompt: Prompt) -> Int? {
    if let choice = prompt.choice { return rows.isEmpty ? nil : min(choice, rows.count - 1) }
    let typed = prompt.field.text.trimmingSpaces()
    // An earlier line that is recalled is run as it is.
    guard !typed.isEmpty, prompt.recalled == nil, !commands.isEmpty,
      !CommandLineReader.isCommand(typed)
    else { return nil }
    return recent.count
  }
}

extension CommandPalette {
  /// The typed words, and how well a row matches them.
  private struct Match {
    let typed: String
    let text: String
    let words: [Substring]

    init(_ typed: String) {
      self.typed = typed
      text = SortKey.folded(typed).trimmingSpaces()
      words = text.split(separator: " ")
    }

    func isIn(_ line: String) -> Bool {
      let line = SortKey.folded(line)
      return words.allSatisfy { line.contains($0) }
    }

    /// The least is best: by name, by key, by what it does, by letters of the name in their order.
    func score(_ row: Row) -> Int? {
      guard !words.isEmpty else { return 0 }
      let name = row.line.trimmingSpaces()
      if name == text { return 0 }
      if row.keys.split(separator: " ").contains(Substring(typed)) { return 1 }
      if name.hasPrefix(text) { return 2 }
      if words.allSatisfy({ name.contains($0) }) { return 3 }
      if isIn("\(name) \(row.summary) \(row.keys)") { return 4 }
      return words.count == 1 && Self.hasLetters(words[0], in: name) ? 5 : nil
    }

    private static func hasLetters(_ letters: Substring, in name: String) -> Bool {
      var rest = letters
      for letter in name where letter == rest.first { rest.removeFirst() }
      return rest.isEmpty
    }
  }
}

extension CommandLineReader {
  /// The first word of a line.
  static func name(in line: String) -> String {
    line.drop { $0 == " " }.prefix { $0 != " " }.lowercased()
  }

  /// Whether a line is a command, or one with an argument, right or wrong.
  static func isCommand(_ line: String) -> Bool {
    if case .command = read(line) { return true }
    return takesArgument(name(in: line))
  }

  /// The description of the command of a line.
  static func summary(of line: String) -> String? {
    let name = name(in: line)
    return (line.contains(" ") ? nil : CommandTable.entries.first { $0.name == name }?.summary)
      ?? usages.first { $0.name == name }?.summary
  }
}

extension App {
  func palette(for prompt: Prompt) -> CommandPalette {
    CommandPalette(
      prompt.field.text, history: windows.commandHistory.lines, keymap: keymap,
      arguments: completions)
  }

  /// Whether the terminal has room for the palette above the command line.
  var showsPalette: Bool { size.rows >= 16 && size.columns >= 60 }
}

/// Commands from the argument parser's table.
extension ManualPage {
  /// The options of the program without a command.
  mutating func add(optionsOf command: CommandDescription) {
    for argument in command.shownArguments where argument.kind != .positional { add(argument) }
  }

  /// A command below the program, and its sub-commands.
  mutating func add(command: CommandDescription, below parents: [String]) {
    let names = parents + [command.commandName]
    subsection(Self.synopsis(of: command, named: names))
    paragraph(Roff.prose(command.abstract ?? ""))
    add(discussion: command.discussion ?? "")
    for argument in command.shownArguments where !Self.common.contains(argument.name) {
      add(argument)
    }
    for child in command.shownSubcommands { add(command: child, below: names) }
  }

  /// Options of every command, which the page explains once.
  private static let common: Set = ["--help", "--version", "--library"]

  private static func synopsis(of command: CommandDescription, named names: [String]) -> String {
    var words = names.map { Roff.bold(Roff.literal($0)) }
    if !command.shownSubcommands.isEmpty {
      words.append(Roff.italic("command"))
      words.append("...")
      return words.joined(separator: " ")
    }
    let loose: Set = ["--help", "--version"]
    if command.shownArguments.contains(where: {
      $0.kind != .positional && !loose.contains($0.name)
    }) {
      words.append("[" + Roff.italic("option") + " ...]")
    }
    for argument in command.shownArguments where argument.kind == .positional {
      let name =
        Roff.italic(Roff.literal(argument.valueName ?? "")) + (argument.isRepeating ? " ..." : "")
      words.append(argument.isOptional ? "[\(name)]" : name)
    }
    return words.joined(separator: " ")
  }

  private mutating func add(_ argument: CommandDescription.Argument) {
    let value = Roff.italic(Roff.literal(argument.valueName ?? ""))
    var term = value
    if argument.kind != .positional {
      term = (argument.names ?? []).sorted { $0.kind == .short && $1.kind != .short }
        .map { Roff.bold(Roff.literal($0.text)) }.joined(separator: ", ")
      if argument.kind == .option { term += " " + value }
    }
    var text = Roff.prose(argument.abstract ?? "")
    if argument.kind == .option, let standard = argument.defaultValue {
      text += " The default is \(Roff.bold(Roff.literal(standard)))."
    }
    item(term, text)
  }

  /// Paragraphs, with examples in lines that are indented.
  private mutating func add(discussion: String) {
    var lines = discussion.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = lines.first {
      let isCode = line.hasPrefix("  ")
      let block = lines.prefix { !$0.isEmpty && $0.hasPrefix("  ") == isCode }
      lines = lines.dropFirst(max(block.count, 1))
      if block.isEmpty { continue }
      if isCode {
        code(block.map { String($0.dropFirst(2)) })
      } else {
        paragraph(Self.references(in: Roff.prose(block.joined(separator: " "))))
      }
    }
  }

  /// The manual pages that pages of the checkout have become.
  private static func references(in text: String) -> String {
    text.replacing("docs/query.md", with: Roff.bold("tritone\\-query") + "(7)")
      .replacing("docs/control.md", with: Roff.bold("tritone\\-control") + "(7)")
      .replacing("docs/keys.md", with: Roff.bold("tritone\\-keys") + "(5)")
  }
}

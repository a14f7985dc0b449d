import ArgumentParser
import FoundationEssentials

/// A command as the argument parser describes it, for completions and manual pages.
struct CommandDescription: Decodable {
  struct Argument: Decodable {
    enum Kind: String, Decodable {
      case positional, option, flag
    }

    struct Name: Decodable {
      enum Kind: String, Decodable {
        case long, short, longWithSingleDash
      }

      var kind: Kind
      var name: String

      /// As it is typed.
      var text: String { (kind == .long ? "--" : "-") + name }
    }

    var kind: Kind
    var shouldDisplay: Bool
    var isOptional: Bool
    var isRepeating: Bool
    var names: [Name]?
    var valueName: String?
    var defaultValue: String?
    var allValues: [String]?
    var abstract: String?

    /// The long name of an option or flag, else its short one; the value's name of a positional.
    var name: String {
      let names = names ?? []
      return (names.first { $0.kind == .long } ?? names.first)?.text ?? valueName ?? ""
    }
  }

  var commandName: String
  var abstract: String?
  var discussion: String?
  var shouldDisplay: Bool
  var arguments: [Argument]?
  var subcommands: [CommandDescription]?

  private struct Document: Decodable {
    var command: CommandDescription
  }

  /// Describes a command, with its sub-commands.
  init(of command: any ParsableCommand.Type) throws {
    let text = command._dumpHelp()
    self = try JSONDecoder().decode(Document.self, from: Data(text.utf8)).command
  }

  /// The commands of the program, in the order of its help.
  static func all() throws -> [CommandDescription] {
    try CommandGroups.all.flatMap(\.subcommands).map { try CommandDescription(of: $0) }
  }

  var shownArguments: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }
  var shownSubcommands: [CommandDescription] {
    (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
  }
}

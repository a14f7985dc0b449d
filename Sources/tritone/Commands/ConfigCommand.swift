import ArgumentParser
import Interface
import Library
import Music
import Settings

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Show and change the settings, in config.toml.",
    discussion: """
      A running player takes a change at once. Comments, order and unknown names of the file stay as \
      they are.

      Examples:
        tritone config
        tritone config set theme.name Vinyl
        tritone config check && tritone
      """,
    subcommands: [
      ListConfigCommand.self, GetConfigCommand.self, SetConfigCommand.self,
      UnsetConfigCommand.self, CheckConfigCommand.self, InitConfigCommand.self,
      PathConfigCommand.self,
    ],
    defaultSubcommand: ListConfigCommand.self)
}

struct ListConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List all settings with their values.",
    discussion: """
      Each line has the name, the value in TOML, and "default" where the file says nothing.

      Examples:
        tritone config list
        tritone config list --json | jq -r 'select(.isSet) | .name'
        tritone config list --markdown > settings.md
      """)

  @Flag(help: "Print one JSON object a line.") var json = false
  @Flag(help: "Print all that is known of the settings as Markdown.") var markdown = false

  private struct Record: Encodable {
    var name: String
    var value: SettingValue
    var standard: SettingValue
    var isSet: Bool
    var values, summary, holds: String

    enum CodingKeys: String, CodingKey {
      case name, value, standard = "default", isSet, values, summary, holds
    }
  }

  func validate() throws {
    if json, markdown { throw ValidationError("--json and --markdown exclude each other") }
  }

  func run() throws {
    guard !markdown else { return StandardOutput.ours(SettingsTable.markdown()) }
    let values = try ConfigFile.ofUser.reading().values
    for entry in SettingsTable.entries {
      let value = values[entry.setting] ?? entry.standard
      let isSet = values[entry.setting] != nil
      if json {
        try StandardOutput.json(
          Record(
            name: entry.setting.name, value: value, standard: entry.standard, isSet: isSet,
            values: entry.type.words, summary: entry.summary, holds: entry.moment.rawValue))
      } else {
        StandardOutput.line(
          "\(entry.setting.name)\t\(value.toml)" + (isSet ? "" : "\tdefault"))
      }
    }
  }
}

struct GetConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Print the value of a setting.",
    discussion: """
      Text is printed without quotes, a list with blanks between its elements.

      Examples:
        tritone config get sound.crossfade
      """)

  @Argument(help: ArgumentHelp("The setting, as in theme.name.", valueName: "name"))
  var name: String

  func run() throws {
    let setting = try Setting.named(name)
    let values = try ConfigFile.ofUser.reading().values
    StandardOutput.line((values[setting] ?? SettingsTable.entry(setting).standard).text)
  }
}

struct SetConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set a setting.",
    discussion: """
      A list is written with blanks or commas between its elements. A negative number stands \
      behind --.

      Examples:
        tritone config set theme.name Vinyl
        tritone config set columns.songs title artist:20 bpm key time
        tritone config set sound.preamp -- -3
      """)

  @Argument(help: ArgumentHelp("The setting, as in theme.name.", valueName: "name"))
  var name: String
  @Argument(help: ArgumentHelp("Its value.", valueName: "value")) var value: [String]

  func run() throws {
    let setting = try Setting.named(name)
    let typed = value.joined(separator: " ")
    let type = SettingsTable.entry(setting).type
    guard let value = type.read(typed) else {
      throw Failure(reason: "\(setting.name) is \(type.words), not “\(typed)”")
    }
    let file = ConfigFile.ofUser
    if case .skin = type, case .text(let name) = value, !name.isEmpty, !file.isSkin(name) {
      throw Failure(reason: "there is no skin “\(name)”; tritone themes lists them")
    }
    try file.set([setting: value])
  }
}

struct UnsetConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unset", abstract: "Take a setting out of the file: its default holds.",
    discussion: """
      Examples:
        tritone config unset theme.name
      """)

  @Argument(help: ArgumentHelp("The setting, as in theme.name.", valueName: "name"))
  var name: String

  func run() throws {
    try ConfigFile.ofUser.set([try Setting.named(name): SettingValue?.none])
  }
}

struct CheckConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Tell every mistake of the file with its line and column.",
    discussion: """
      Exits with 1 where there is a mistake. Unknown names are told, too, and are never touched.

      Examples:
        tritone config check
        tritone config check ./config.toml
      """)

  @Argument(help: ArgumentHelp("Another file to check.", valueName: "file"))
  var file: String?

  func run() throws {
    let directories = Directories.here
    let path = file.map { directories.path($0) } ?? directories.settings
    guard file == nil || directories.exists(path) else {
      throw Failure(reason: "there is no file \(path.text)")
    }
    let mistakes = try ConfigFile(path: path, themes: directories.themeFolder).read().mistakes
    for mistake in mistakes { StandardOutput.line(mistake.description) }
    guard mistakes.isEmpty else { throw ExitCode(1) }
  }
}

struct InitConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Write the file with every setting and a comment each.",
    discussion: """
      With --force a file that is there is replaced: its valid values stay, its comments and \
      unknown names do not. Settings that an earlier version kept in the library are written, too.

      Examples:
        tritone config init
        tritone config init --force
      """)

  @Flag(help: "Replace the file.") var force = false

  func run() throws {
    let file = ConfigFile.ofUser
    guard force || !file.isThere else { throw LibraryError.fileExists(file.path) }
    let earlier = try earlierSettings(file)
    let values = try Waiting.run { try await earlier?.unmoved() }
    try file.writeWhole(values ?? [:], replaces: force)
    if let earlier { try Waiting.run { await earlier.mark() } }
    StandardOutput.line(file.path.text)
  }

  /// Those of a library whose settings the first start would move into the file.
  private func earlierSettings(_ file: ConfigFile) throws -> EarlierSettings? {
    guard Directories.here.exists(Directories.here.database) else { return nil }
    let library = try GlobalOptions.parse([]).openLibrary(listsSoon: false)
    return EarlierSettings(library, file)
  }
}

struct PathConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Print the path of the file.",
    discussion: """
      Examples:
        "$EDITOR" "$(tritone config path)"
      """)

  func run() { StandardOutput.line(Directories.here.settings.text) }
}

extension ConfigFile {
  fileprivate static var ofUser: ConfigFile { ConfigFile(.here) }

  /// The file, with its first mistakes on standard error.
  fileprivate func reading() throws -> ConfigReading {
    let reading = try read()
    for mistake in reading.mistakes.prefix(3) { StandardError.print("tritone: \(mistake)") }
    let others = reading.mistakes.count - 3
    if others > 0 {
      StandardError.print("tritone: \(others) more; tritone config check tells them")
    }
    return reading
  }
}

extension Setting {
  /// The setting of an argument.
  fileprivate static func named(_ name: String) throws -> Setting {
    guard let setting = SettingsTable.setting(named: name) else {
      throw Failure(
        reason: SettingsTable.unknown(name, quoted: TextCleaning.line(name))
          + "; tritone config lists them")
    }
    return setting
  }
}

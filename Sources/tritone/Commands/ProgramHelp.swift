import ArgumentParser

/// The program's help: the options of the player, which is the default command, and all
/// sub-commands. Never run; only its help is printed.
struct ProgramHelp: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tritone", abstract: Tritone.configuration.abstract,
    usage: """
      tritone [<option> ...] [<path> ...]
      tritone <command> [<option> ...] [<argument> ...]
      """,
    discussion: """
      Without a command the player opens, and plays the paths that are named. The options below are \
      the player's; each command has its own, and nearly all of them take --library.

      Examples:
        tritone                     open the player on your library
        tritone ~/Music             add a folder and play it
        tritone album.cue           play the tracks of a CUE sheet
        tritone http://host/stream  play a stream
        tritone scan                update the library
        tritone search 'year:<1970' find tracks
        tritone analyze             find tempo, key and loudness of all tracks
        tritone mix 1 song.flac     add a file to mix slot 1
        tritone import friday.m3u8  read a playlist
        tritone render 1 -o mix.wav write a mix slot into one file
        tritone help render         tell all about a command

      Keys: press ? in the player.
      """,
    version: Tritone.configuration.version, groupedSubcommands: CommandGroups.all)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var player: PlayerOptions

  /// A command that prints another's help; the program's without names.
  static func command(_ names: [String]) throws -> any ParsableCommand {
    let names = names.filter { !$0.hasPrefix("-") }
    guard !names.isEmpty else { return HelpText(text: helpMessage()) }
    var command: any ParsableCommand.Type = Tritone.self
    for (index, name) in names.enumerated() {
      guard let next = ArgumentOrder.named(name, in: command) else {
        let whole = names[...index].joined(separator: " ")
        throw ValidationError("there is no command “\(whole)”")
      }
      command = next
    }
    return HelpText(text: Tritone.helpMessage(for: command))
  }

  /// The help command for the command that the arguments begin with.
  static func words(for arguments: [String]) -> String {
    var command: any ParsableCommand.Type = Tritone.self
    var names: [String] = []
    for argument in arguments {
      guard let next = ArgumentOrder.named(argument, in: command), next != PlayCommand.self else {
        break
      }
      (command, names) = (next, names + [argument])
    }
    return names.isEmpty ? "tritone --help" : "tritone help " + names.joined(separator: " ")
  }
}

/// Prints a text.
private struct HelpText: ParsableCommand {
  var text = ""

  init() {}
  init(text: String) { self.text = text }
  init(from decoder: any Decoder) throws { self.init() }

  func run() { StandardOutput.ours(text) }
}

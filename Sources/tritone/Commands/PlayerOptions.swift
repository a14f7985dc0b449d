import ArgumentParser
import Interface
import Music
import Playback
import Screen

/// The output options of the player.
struct SoundOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where the player's sound goes: pulse, null or file:PATH.wav|.flac.", valueName: "output"))
  var output: String = "pulse"

  var choice: OutputChoice {
    get throws {
      guard let choice = OutputChoice(argument: output) else {
        throw ValidationError("--output is pulse, null or file:PATH.wav|.flac, not “\(output)”")
      }
      guard case .file(let path) = choice else { return choice }
      return .file(Directories.here.path(path.text))
    }
  }
}

/// The ways to show pictures, as the user names them.
enum ArtOption: String, ExpressibleByArgument, CaseIterable {
  case auto, kitty, sixel, iterm2, blocks, none

  /// The way for a terminal; one that the user names wins over what is known of it.
  func choice(for traits: TerminalTraits) -> TerminalTraits.Choice {
    let found = traits.choice
    let named = TerminalTraits.Choice(way: way ?? found.way, reason: "by --art \(rawValue)")
    return found.way == .none || way == nil ? found : named
  }

  private var way: ImageWay? {
    switch self {
    case .auto: nil
    case .kitty: .image(.kitty)
    case .sixel: .image(.sixel)
    case .iterm2: .image(.iterm2)
    case .blocks: .blocks
    case .none: ImageWay.none
    }
  }
}

extension ShapeChoice: ExpressibleByArgument {}

/// Options of the player alone.
struct PlayerOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The skin to start with.", valueName: "name"))
  var theme: String?
  @Option(
    help: ArgumentHelp(
      "The geometry: that of the skin, plain for all skins, or ascii.", valueName: "which"))
  var shape: ShapeChoice?
  @Option(
    help: ArgumentHelp(
      "How covers are shown: auto, kitty, sixel, iterm2, blocks or none.", valueName: "way"))
  var art: ArtOption = .auto
  @OptionGroup var sound: SoundOptions
  @Flag(help: "Do not follow what changes in the folders of the library.") var noWatch = false
  @Argument(
    help: ArgumentHelp(
      "Folders, files, CUE sheets and streams (http, https) to play.", valueName: "path"))
  var paths: [String] = []
}

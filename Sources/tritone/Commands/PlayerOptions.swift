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
  case auto, blocks, none

  /// Blocks need colours of their own: at least the 256 of xterm.
  func style(for depth: ColorDepth) -> Covers.Style {
    switch (self, depth) {
    case (.none, _), (_, .none), (_, .eight), (_, .sixteen): .none
    case (.auto, .indexed), (.auto, .direct), (.blocks, .indexed), (.blocks, .direct): .blocks
    }
  }
}

/// Options of the player alone.
struct PlayerOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The skin to start with.", valueName: "name"))
  var theme: String?
  @Option(help: ArgumentHelp("How covers are shown: auto, blocks or none.", valueName: "way"))
  var art: ArtOption = .auto
  @OptionGroup var sound: SoundOptions
  @Flag(help: "Do not follow what changes in the folders of the library.") var noWatch = false
  @Argument(
    help: ArgumentHelp(
      "Folders, files, CUE sheets and streams (http, https) to play.", valueName: "path"))
  var paths: [String] = []
}

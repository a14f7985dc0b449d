import ArgumentParser
import Music
import Playback

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

/// Options of the player alone.
struct PlayerOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The skin to start with.", valueName: "name"))
  var theme: String?
  @OptionGroup var sound: SoundOptions
  @Flag(help: "Do not follow what changes in the folders of the library.") var noWatch = false
  @Argument(
    help: ArgumentHelp(
      "Folders, files, CUE sheets and streams (http, https) to play.", valueName: "path"))
  var paths: [String] = []
}

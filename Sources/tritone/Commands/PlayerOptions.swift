import ArgumentParser
import Interface
import Music
import Playback

/// The output options of the player.
struct SoundOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where the player's sound goes: pulse, null or file:PATH.wav|.flac.", valueName: "output"))
  var output: String = PlayerOptions.standardOutput

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

extension ArtChoice: ExpressibleByArgument {}

extension BidiChoice: ExpressibleByArgument {}

extension ShapeChoice: ExpressibleByArgument {}

/// Options of the player alone.
struct PlayerOptions: ParsableArguments {
  static let standardOutput = "pulse"

  @Option(help: ArgumentHelp("The skin to start with.", valueName: "name"))
  var theme: String?
  @Option(
    help: ArgumentHelp(
      "The geometry: that of the skin, plain for all skins, or ascii.", valueName: "which"))
  var shape: ShapeChoice?
  @Option(
    help: ArgumentHelp(
      "How covers are shown this time: auto, kitty, sixel, iterm2, blocks or none.",
      valueName: "way"))
  var art: ArtChoice?
  @Flag(help: "Write the screen in words this time, for a screen reader.") var screenReader = false
  @Option(
    help: ArgumentHelp(
      "Whether names from right to left are kept in their columns this time: auto, on or off.",
      valueName: "when"))
  var bidi: BidiChoice?
  @OptionGroup var sound: SoundOptions
  @Flag(help: "Do not follow what changes in the folders of the library.") var noWatch = false
  @Flag(
    help: "Play in this process alone: the music ends with the terminal, and no command reaches it."
  )
  var noHost = false
  @Argument(
    help: ArgumentHelp(
      "Folders, files, CUE sheets and streams (http, https) to play.", valueName: "path"))
  var paths: [String] = []

  /// Whether the player is to be a process of its own, which outlives the terminal.
  var wantsHost: Bool {
    // A file is complete when the program ends.
    if case .file = OutputChoice(argument: sound.output) { return false }
    return !noHost
  }

  /// The options as words of a command line, from which they are read again.
  var words: [[UInt8]] {
    var words: [String] = []
    if let theme { words += ["--theme=\(theme)"] }
    if let shape { words += ["--shape", shape.rawValue] }
    if let art { words += ["--art", art.rawValue] }
    if screenReader { words.append("--screen-reader") }
    if let bidi { words += ["--bidi", bidi.rawValue] }
    if sound.output != PlayerOptions.standardOutput { words += ["--output", sound.output] }
    if noWatch { words.append("--no-watch") }
    return words.map { Array($0.utf8) }
  }

  /// Applies the options that are about one terminal.
  ///
  /// - Parameter skinIsLoaded: whether the skin shows already.
  func applyToTerminal(of app: inout App, skinIsLoaded: Bool) {
    app.useSkin(option: theme, shape: shape, isLoaded: skinIsLoaded)
    app.covers.option = art
    if screenReader { app.useScreenReader(byOption: true) }
    app.bidi.option = bidi
  }

  /// The settings in whose place options about the player stand.
  var fixedSettings: Set<Setting> { noWatch ? [.libraryWatch] : [] }
}

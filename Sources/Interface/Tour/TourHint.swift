import Music

/// The hints for new users, in the order in which they are needed.
///
/// The names are those in stored sessions.
enum TourHint: String, CaseIterable, Sendable {
  case play, mix, fits, fullScreen, skin, help

  /// The command whose key the hint names.
  var command: Command {
    switch self {
    case .play: .pane(.activate)
    case .mix: .slot(.add(.one))
    case .fits: .mixing(.fits)
    case .fullScreen: .pane(.fullScreen)
    case .skin: .skin(.next)
    case .help: .help
    }
  }

  /// The words behind the key. With usual keys all of them fit into 40 columns beside "? help".
  var text: String {
    switch self {
    case .play: "plays the selected track"
    case .mix: "puts it into mix 1"
    case .fits: "finds what mixes into it"
    case .fullScreen: "shows what plays full-screen"
    case .skin: "changes the skin"
    case .help: "finds every key and command"
    }
  }

  /// Whether a command is what the hint is about, whatever its key.
  func isUsed(by command: Command) -> Bool {
    switch self {
    case .mix: if case .slot(.add) = command { true } else { false }
    case .skin:
      switch command {
      case .skin(.next), .skin(.choose), .skin(.use): true
      default: false
      }
    case .play, .fits, .fullScreen, .help: command == self.command
    }
  }
}

/// The reasons why there is no terminal to draw on, or no longer one.
package enum TerminalError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The input or the output is a file or a pipe.
  case notATerminal
  /// The input is another terminal than the output.
  case differentTerminals
  /// TERM is not set.
  case unnamed
  /// The terminal database has no entry of this name.
  case unknown(name: String)
  /// The cursor cannot be placed, as on TERM=dumb.
  case unsuitable(name: String)
  /// No locale in UTF-8 is installed.
  case noUTF8
  /// ncurses or the system refused; `code` is an errno.
  case refused(name: String, code: Int32)
  /// Hangup: the window was closed, the connection was lost.
  case gone

  package var description: String {
    switch self {
    case .notATerminal: "the player needs a terminal for its input and output"
    case .differentTerminals: "the player needs one terminal for its input and output, not two"
    case .unnamed: "TERM is not set: start the player from a terminal"
    case .unknown(let name):
      "nothing is known about the terminal “\(name)”: set TERM, for example to xterm-256color"
    case .unsuitable(let name): "the terminal “\(name)” cannot show a full screen"
    case .noUTF8: "there is no UTF-8 locale: set LANG, for example to C.UTF-8"
    case .refused(let name, let code): "the terminal “\(name)” could not be opened (error \(code))"
    case .gone: "the terminal is gone"
    }
  }
}

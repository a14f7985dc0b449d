import CNcurses
import Glibc

/// A line that is typed on a terminal without showing there.
package enum HiddenLine: Equatable, Sendable {
  case typed([UInt8])
  /// Ctrl-C ended it.
  case interrupted
  case noTerminal

  /// Ctrl-C.
  private static let interrupt: UInt8 = 3
  /// The kernel's longest line.
  private static let longest = 4_096

  /// - Parameter done: called before the result, when the terminal shows again what is typed.
  package static func read(from terminal: Int32, done: () -> Void = {}) -> HiddenLine {
    var modes = termios()
    guard tcgetattr(terminal, &modes) == 0 else { return .noTerminal }
    var hidden = modes
    // Signals of keys would leave a terminal that shows nothing: Ctrl-C ends the line instead.
    hidden.c_lflag &= ~tcflag_t(ECHO | ISIG)
    withUnsafeMutableBytes(of: &hidden.c_cc) { $0[Int(VEOL)] = interrupt }
    tcsetattr(terminal, TCSAFLUSH, &hidden)
    defer {
      tcsetattr(terminal, TCSAFLUSH, &modes)
      done()
    }
    var bytes = [UInt8](repeating: 0, count: longest)
    var count: Int
    repeat { count = Glibc.read(terminal, &bytes, bytes.count) } while count < 0 && errno == EINTR
    let line = bytes.prefix(max(0, count))
    return line.last == interrupt ? .interrupted : .typed(Array(line))
  }
}

import CNcurses
import Glibc

/// Gives a terminal back on which another process has drawn and that this process left to it.
package struct TerminalRestoration {
  private let output: Int32
  private let modes: termios
  private let environment: [String: String]

  /// Remembers the modes of a terminal; nil for anything else.
  package init?(output: Int32, environment: [String: String]) {
    var modes = termios()
    guard isatty(output) == 1, tcgetattr(output, &modes) == 0 else { return nil }
    self.output = output
    self.modes = modes
    self.environment = environment
  }

  /// Stops this process, as the kernel stops any that uses its terminal as a job in the background.
  package func claim() {
    var modes = termios()
    guard tcgetattr(output, &modes) == 0 else { return }
    while tcsetattr(output, TCSANOW, &modes) != 0, errno == EINTR {}
  }

  /// Leaves the modes of a full screen, and brings back those from before.
  package func restore() {
    LineModes.withoutStops {
      if let entry = try? TerminalEntry(environment: environment) { leave(entry) }
      LineModes.set(modes, on: output)
    }
  }

  /// Keeps what is typed unseen and unread; Ctrl-C and Ctrl-Z are signals. For a terminal that has
  /// its modes of before.
  package func hideKeys() {
    var hidden = modes
    hidden.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL)
    hidden.c_lflag |= tcflag_t(ISIG)
    LineModes.withoutStops { LineModes.set(hidden, on: output) }
  }

  /// Brings back the modes from before.
  package func showKeys() { LineModes.withoutStops { LineModes.set(modes, on: output) } }

  /// Whether the terminal takes a line at once, or has to be waited for.
  package var takesLine: Bool {
    TerminalFile(input: output, output: output).state(within: 0) != .full
  }

  /// Gives up a terminal that takes nothing: what waits for it is dropped.
  package func abandon() {
    LineModes.withoutStops {
      tcflush(output, TCOFLUSH)
      LineModes.set(modes, on: output)
    }
  }

  private func leave(_ entry: TerminalEntry) {
    let file = TerminalFile(input: output, output: output)
    defer { file.close() }
    let leaving = TerminalModes.leave(hasTitle: entry.hasTitle)
    var waiting = TerminalOutput()
    // The other process may have ended in the middle of a sequence.
    waiting.append(TerminalOutput.endOfSequence + leaving + entry.restore, .modes)
    waiting.send(to: file, until: .now.advanced(by: TerminalOutput.leavingPatience))
  }
}

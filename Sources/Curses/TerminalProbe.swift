import CNcurses
import Glibc
package import Screen

/// The terminfo entry and colour depth to draw with, found without touching the terminal.
package struct TerminalProbe: Equatable, Sendable {
  /// The name of the terminfo entry.
  package let entry: String
  package let depth: ColorDepth

  package init(environment: [String: String]) throws(TerminalError) {
    let found = try TerminalEntry(environment: environment)
    entry = found.name
    depth = found.depth
  }

  /// Asks the process's terminal about its images, and waits for its answers. Output may be
  /// redirected.
  ///
  /// - Throws: `TerminalError` where the process has no terminal.
  package static func traits(
    environment: [String: String], within limit: Duration
  ) throws(TerminalError) -> TerminalTraits {
    var modes = termios()
    let tty = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard tty >= 0 else { throw .notATerminal }
    defer { Glibc.close(tty) }
    guard tcgetattr(tty, &modes) == 0 else { throw .notATerminal }
    let entry = try TerminalEntry(environment: environment)
    var traits = TerminalTraits(environment: environment, depth: entry.depth)
    traits.resize(TerminalSize.read(tty), pixels: TerminalSize.pixels(tty))
    guard !traits.isMute else { return traits }
    var plain = modes
    cfmakeraw(&plain)
    tcsetattr(tty, TCSANOW, &plain)
    defer { tcsetattr(tty, TCSAFLUSH, &modes) }
    let questions = Array(TerminalQuestions.text(isInTmux: traits.isInTmux).utf8)
    guard write(tty, questions, questions.count) == questions.count else { return traits }
    let end = ContinuousClock.now.advanced(by: limit)
    var decoder = KeyDecoder()
    decoder.awaitsAnswers = true
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !traits.hasAnsweredAll {
      let left = ContinuousClock.now.duration(to: end)
      var descriptor = pollfd(fd: tty, events: Int16(POLLIN), revents: 0)
      let milliseconds =
        left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
      guard milliseconds > 0, poll(&descriptor, 1, Int32(milliseconds)) > 0 else { break }
      let count = read(tty, &buffer, buffer.count)
      guard count > 0 else { break }
      _ = decoder.decode(buffer[..<count])
      for answer in decoder.takeAnswers() { traits.take(answer) }
    }
    return traits
  }
}

import Glibc
package import Screen

/// The terminfo entry and colour depth to draw with, found without touching the terminal.
package struct TerminalProbe: Equatable, Sendable {
  /// The name of the terminfo entry.
  package let entry: String
  package let depth: ColorDepth

  package init(environment: [String: String]) throws(TerminalError) {
    let found = try TerminalEntry(environment: environment, output: STDOUT_FILENO)
    entry = found.name
    depth = found.depth
  }

  /// Asks the terminal about its images, and waits for its answers.
  ///
  /// - Throws: `TerminalError` where input and output are no terminal.
  package static func traits(
    environment: [String: String], within limit: Duration
  ) throws(TerminalError) -> TerminalTraits {
    var modes = termios()
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1,
      tcgetattr(STDIN_FILENO, &modes) == 0
    else { throw .notATerminal }
    let entry = try TerminalEntry(environment: environment, output: STDOUT_FILENO)
    var traits = TerminalTraits(environment: environment, depth: entry.depth)
    traits.resize(TerminalSize.read(STDOUT_FILENO), pixels: TerminalSize.pixels(STDOUT_FILENO))
    guard !traits.isMute else { return traits }
    var plain = modes
    cfmakeraw(&plain)
    tcsetattr(STDIN_FILENO, TCSANOW, &plain)
    defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &modes) }
    let questions = Array(TerminalQuestions.text(isInTmux: traits.isInTmux).utf8)
    guard write(STDOUT_FILENO, questions, questions.count) == questions.count else { return traits }
    let end = ContinuousClock.now.advanced(by: limit)
    var decoder = KeyDecoder()
    decoder.awaitsAnswers = true
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !traits.hasAnsweredAll {
      let left = ContinuousClock.now.duration(to: end)
      var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      let milliseconds =
        left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
      guard milliseconds > 0, poll(&descriptor, 1, Int32(milliseconds)) > 0 else { break }
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      guard count > 0 else { break }
      _ = decoder.decode(buffer[..<count])
      for answer in decoder.takeAnswers() { traits.take(answer) }
    }
    return traits
  }
}

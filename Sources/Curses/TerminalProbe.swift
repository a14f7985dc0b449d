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
}

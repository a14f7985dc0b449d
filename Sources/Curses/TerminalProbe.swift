import Glibc
package import Screen

/// What would be drawn with, found out without touching the terminal.
package struct TerminalProbe: Equatable, Sendable {
  /// The entry of the terminal database.
  package let entry: String
  package let depth: ColorDepth

  package init(environment: [String: String]) throws(TerminalError) {
    let found = try TerminalEntry(environment: environment, output: STDOUT_FILENO)
    entry = found.name
    depth = found.depth
  }
}

internal import Glibc
internal import Music

/// A terminal that wants to be drawn on.
package struct AttachRequest: Sendable {
  /// Nil where the program has sent none.
  package let terminal: PassedTerminal?
  package let line: AttachLine
  /// The process at the other end, as the kernel tells it.
  package let process: Int32
}

/// The descriptors of a terminal that came over the socket; closed when this is released.
package final class PassedTerminal: Sendable {
  package let input: Int32
  package let output: Int32

  init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  deinit {
    close(input)
    close(output)
  }
}

/// What happens to the connection of a terminal after it attached.
package enum AttachedEvent: Equatable, Sendable {
  case signal(TerminalSignal)
  case edited(EditorReport)
  /// The connection has ended, once and as the last event.
  case ended
}

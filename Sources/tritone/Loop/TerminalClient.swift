import Control
import Music

/// A program that hands its terminal over and waits until it gets it back.
final class TerminalClient: Sendable {
  /// A message of its process.
  enum Message: Equatable, Sendable {
    case resized
    /// It was asked to stop, and waits for its terminal.
    case stopping
    case continued
    /// The terminal hung up, or the program has ended.
    case gone
    /// It has taken the terminal back by itself, and ends.
    case taken
    case edited(EditorReport)
  }

  var input: Int32 { terminal.input }
  var output: Int32 { terminal.output }
  var environment: [String: String] { line.environment }
  let line: AttachLine
  private let terminal: PassedTerminal
  private let connection: ControlConnection

  init(_ terminal: PassedTerminal, _ line: AttachLine, _ connection: ControlConnection) {
    self.terminal = terminal
    self.line = line
    self.connection = connection
  }

  /// Its process, which cannot tell that it was stopped, as by SIGSTOP.
  var state: ProcessState { ProcessState.of(connection.process) }

  func send(_ word: TerminalWord) {
    connection.send(word)
    if case .leave = word { connection.close() }
  }
}

/// A request from beyond the player's own terminals.
enum TerminalRequest: Sendable {
  case attach(TerminalClient)
  case message(TerminalClient, TerminalClient.Message)
}

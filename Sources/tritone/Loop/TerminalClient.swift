import CLinux
import Control
import Glibc
import Music
import Synchronization

/// A program that hands its terminal over and waits until it gets it back.
final class TerminalClient: Sendable {
  /// What the run loop asks of it.
  enum Order: Equatable, Sendable {
    /// To give the terminal back, should the player end without a word.
    case draw
    /// To run the editor, and to say how it ended.
    case edit(FilePath)
    /// To stop itself, as the shell asked for.
    case stop
    /// To end, with a line for the user.
    case leave(String?, status: Int32)
  }

  /// What it says of itself.
  enum Message: Equatable, Sendable {
    case resized
    /// It was asked to stop, and waits for its terminal.
    case stopping
    case continued
    /// The terminal hung up, or the program has ended.
    case gone
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

  /// Whether its process is stopped, as by SIGSTOP, which it cannot tell.
  var isStopped: Bool {
    let descriptor = open("/proc/\(connection.process)/stat", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = read(descriptor, &bytes, bytes.count)
    // The state is behind the name, which may have anything in it but has 15 bytes at most.
    guard count > 0, let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")), end + 2 < count
    else { return false }
    return bytes[end + 2] == UInt8(ascii: "T")
  }

  func send(_ order: Order) {
    switch order {
    case .draw: connection.send(.attached(ControlHello()))
    case .edit(let path): connection.send(.edit(path))
    case .stop: connection.send(.stop)
    case .leave(let line, let status):
      connection.send(.leave(say: line, status: status))
      connection.close()
    }
  }
}

/// What comes from beyond the player's own terminals: other terminals, and what their programs say.
/// A descriptor becomes readable with the first request.
final class TerminalRequests: Sendable {
  enum Request: Sendable {
    case attach(TerminalClient)
    case message(TerminalClient, TerminalClient.Message)
  }

  let descriptor: Int32
  private let waiting = Mutex<[Request]>([])

  init() {
    descriptor = tritone_eventfd()
    // because without an event descriptor no terminal could ever be attached
    precondition(descriptor >= 0, "no event descriptor: error \(errno)")
  }

  deinit { close(descriptor) }

  func post(_ request: Request) {
    let wasEmpty = waiting.withLock { waiting in
      waiting.append(request)
      return waiting.count == 1
    }
    if wasEmpty { eventfd_write(descriptor, 1) }
  }

  func takeAll() -> [Request] {
    waiting.withLock { waiting in
      var count: eventfd_t = 0
      eventfd_read(descriptor, &count)
      defer { waiting = [] }
      return waiting
    }
  }
}

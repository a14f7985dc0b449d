internal import Synchronization

/// A connection of a program to the player: what is to be written to it. Any thread may send.
package final class ControlConnection: Sendable {
  /// The process at the other end, as the kernel tells it.
  package let process: Int32
  private let state = Mutex(State())
  private let wakeUp: WakeUp

  private struct State {
    var waiting: [UInt8] = []
    /// Whether a request waits for its answer.
    var isAsking = false
    var isClosing = false
    var isOver = false
    var hasOverflowed = false
    /// Whether the program is gone: nobody reads answers.
    var isAbandoned = false
  }

  /// Bytes that may wait for a program that does not read: then it is dropped.
  private static let mostWaiting = 1 << 20
  /// Bytes that may wait for a program whose next request is looked at.
  private static let mostWaitingToAsk = 256 << 10

  init(process: Int32, wakeUp: WakeUp) {
    self.process = process
    self.wakeUp = wakeUp
  }

  /// Sends a word to an attached terminal.
  package func send(_ word: TerminalWord) { write(word.node.line) }

  /// Closes the connection once all that was sent is written.
  package func close() {
    state.withLock { $0.isClosing = true }
    wakeUp.ring()
  }

  /// - Parameter answers: whether it is the answer to the request that waits for one.
  func write(_ line: [UInt8], answers: Bool = false) {
    let rings = state.withLock { state in
      if answers { state.isAsking = false }
      guard !state.isOver, !state.isClosing, !state.hasOverflowed else { return answers }
      if state.waiting.count + line.count > Self.mostWaiting {
        state.waiting = []
        state.hasOverflowed = true
      } else {
        state.waiting += line
      }
      return true
    }
    if rings { wakeUp.ring() }
  }

  /// Whether the program has closed its end altogether.
  var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

  // MARK: - On the server's thread

  func abandon() { state.withLock { $0.isAbandoned = true } }

  func beginAnswer() { state.withLock { $0.isAsking = true } }

  var isAsking: Bool { state.withLock { $0.isAsking } }
  /// Whether another request is looked at: one after the other, so that answers come in the order
  /// of the requests, and none is given that a program has no room for.
  var mayAsk: Bool {
    state.withLock { state in
      !state.isAsking && state.waiting.count < Self.mostWaitingToAsk && !state.hasOverflowed
        && !state.isClosing
    }
  }
  var hasWaiting: Bool { state.withLock { !$0.waiting.isEmpty } }
  var hasOverflowed: Bool { state.withLock { $0.hasOverflowed } }
  /// Whether it is to be closed, and everything is written.
  var isDone: Bool { state.withLock { $0.isClosing && $0.waiting.isEmpty } }

  func takeWaiting() -> [UInt8] {
    state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
  }

  /// Puts back what the socket did not take.
  func putBack(_ rest: ArraySlice<UInt8>) {
    state.withLock { if !$0.hasOverflowed { $0.waiting = rest + $0.waiting } }
  }

  /// Nothing is written to it any more.
  func end() {
    state.withLock { state in
      state.isOver = true
      state.waiting = []
    }
  }
}

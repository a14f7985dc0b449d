import Servers
import Synchronization

/// Tokens as the processes of a machine share them.
final class CoretetMemoryTokens: CoretetTokenStore {
  private let state = Mutex<CoretetTokens?>(nil)
  private let isLocked = Mutex(false)
  private let isHeld = Mutex(false)
  private let turns = Turns()

  /// Lets nothing be stored until it is unlocked.
  func lock(_ isLocked: Bool) { self.isLocked.withLock { $0 = isLocked } }

  func set(_ tokens: CoretetTokens?) { state.withLock { $0 = tokens } }
  var current: CoretetTokens? { state.withLock { $0 } }

  func tokens() async throws(ServerError) -> CoretetTokens? { current }

  func replace(_ old: CoretetTokens, with new: CoretetTokens) async throws(ServerError) -> Bool {
    if isLocked.withLock({ $0 }) { throw .unreachable(reason: "locked") }
    return state.withLock {
      guard $0 == old else { return false }
      $0 = new
      return true
    }
  }

  /// Has another process hold the lock on renewals for longer than anybody waits.
  func hold(_ isHeld: Bool) { self.isHeld.withLock { $0 = isHeld } }

  func turn() async throws(ServerError) -> any Sendable {
    if isHeld.withLock({ $0 }) { throw .unreachable(reason: "busy") }
    await turns.take()
    return Turn(turns)
  }

  private actor Turns {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async {
      guard isTaken else {
        isTaken = true
        return
      }
      await withCheckedContinuation { waiting.append($0) }
    }

    func give() {
      guard waiting.isEmpty else { return waiting.removeFirst().resume() }
      isTaken = false
    }
  }

  private final class Turn: Sendable {
    private let turns: Turns

    init(_ turns: Turns) { self.turns = turns }

    deinit {
      let turns = turns
      Task { await turns.give() }
    }
  }
}

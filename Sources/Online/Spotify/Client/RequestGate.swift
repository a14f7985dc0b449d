internal import Synchronization

/// Lets one request through at a time, in order.
final class RequestGate: Sendable {
  private struct State {
    var isBusy = false
    var waiting: [FirstValue<Bool>] = []
  }

  private let state = Mutex(State())

  /// - Throws: `.cancelled`; then there is nothing to leave.
  func enter() async throws(SpotifyError) {
    let turn: FirstValue<Bool>? = state.withLock { state in
      guard state.isBusy else {
        state.isBusy = true
        return nil
      }
      let turn = FirstValue<Bool>()
      state.waiting.append(turn)
      return turn
    }
    guard let turn else { return }
    guard await turn.value(ifCancelled: false) else { throw .cancelled }
  }

  func leave() {
    state.withLock { state in
      while !state.waiting.isEmpty {
        if state.waiting.removeFirst().set(true) { return }
      }
      state.isBusy = false
    }
  }
}

internal import Music
internal import Synchronization

/// What the threads of the player and that of the server share: the state that programs may ask
/// for, and the requests that wait for an answer.
final class ControlDesk: Sendable {
  let wakeUp = WakeUp()
  private let state: Mutex<State>

  /// Requests of all programs that the player may owe an answer.
  static let mostUnanswered = 1024

  private struct State {
    var status: PlayerStatus
    /// The status of the last change that programs were told of.
    var told: PlayerStatus
    /// The number of changes of each topic, from 1: programs are told of a new one.
    var changes: [ControlTopic: UInt64] = [:]
    var waiting: [ControlTicket: Waiting] = [:]
    var nextTicket: UInt64 = 0
    var subscribers = 0
    var isEnding = false
  }

  private struct Waiting {
    var connection: ControlConnection
    var name: RequestName?
    /// When its program no longer waits. One that does not say so needs no answer.
    var end: MonotonicTime?

    var isTooLate: Bool {
      guard let end else { return false }
      return connection.isAbandoned || end < .now
    }
  }

  init(_ status: PlayerStatus) {
    state = Mutex(State(status: status, told: status, changes: [.player: 1, .queue: 1]))
  }

  // MARK: - Any thread

  func publish(_ status: PlayerStatus) {
    let rings = state.withLock { state in
      let earlier = state.status
      state.status = status
      var hasChanged = false
      if status.differs(from: state.told) {
        state.told = status
        state.changes[.player, default: 0] += 1
        hasChanged = true
      }
      if status.queueDiffers(from: earlier) {
        state.changes[.queue, default: 0] += 1
        hasChanged = true
      }
      return hasChanged && state.subscribers > 0
    }
    if rings { wakeUp.ring() }
  }

  /// Whether a request is still to be carried out: one whose program no longer waits is refused.
  func begins(_ ticket: ControlTicket) -> Bool {
    guard let waiting = state.withLock({ $0.waiting[ticket] }) else { return false }
    guard waiting.isTooLate else { return true }
    answer(ticket, .failed("the request came too late"))
    return false
  }

  /// Tells the program that its request takes longer: it waits until the answer then.
  func tellBegun(_ ticket: ControlTicket) {
    guard let waiting = state.withLock({ $0.waiting[ticket] }), let name = waiting.name else {
      return
    }
    waiting.connection.write(ControlAnswer.begun(name))
  }

  func answer(_ ticket: ControlTicket, _ answer: ControlAnswer) {
    guard let waiting = state.withLock({ $0.waiting.removeValue(forKey: ticket) }) else { return }
    waiting.connection.write(answer.line(named: waiting.name), answers: true)
  }

  /// - Returns: false where it was ended before.
  func end() -> Bool {
    let isFirst = state.withLock { state in
      defer { state.isEnding = true }
      return !state.isEnding
    }
    if isFirst { wakeUp.ring() }
    return isFirst
  }

  // MARK: - The server's thread

  func ticket(
    for connection: ControlConnection, _ name: RequestName?, until end: MonotonicTime?
  ) -> ControlTicket {
    connection.beginAnswer()
    return state.withLock { state in
      let ticket = ControlTicket(rawValue: state.nextTicket)
      state.nextTicket += 1
      state.waiting[ticket] = Waiting(connection: connection, name: name, end: end)
      return ticket
    }
  }

  var status: PlayerStatus { state.withLock { $0.status } }
  var isEnding: Bool { state.withLock { $0.isEnding } }
  var isFull: Bool { state.withLock { $0.waiting.count >= Self.mostUnanswered } }

  /// The status, and for each topic the number of its newest change.
  var news: (status: PlayerStatus, changes: [ControlTopic: UInt64]) {
    state.withLock { ($0.status, $0.changes) }
  }

  func setSubscribers(_ count: Int) { state.withLock { $0.subscribers = count } }
}

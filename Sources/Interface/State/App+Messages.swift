// The line of messages. What answers a key shows at once; what went wrong stays until it was seen,
// and what comes meanwhile waits.
extension App {
  /// The one line in which the player speaks.
  package struct Message: Equatable, Sendable {
    package enum Kind: Equatable, Sendable { case plain, good, bad }
    /// A newer message of the same topic takes the place of this one, whether it was seen or not.
    enum Topic: Equatable, Sendable { case playing }

    package var text: String
    package var kind: Kind
    var topic: Topic?
    package var until: ContinuousClock.Instant
    /// From then on another one that went wrong may show in its place.
    var seen: ContinuousClock.Instant
    /// The keys and presses there were when it was said.
    var inputs: Int
  }

  /// How long one that went wrong shows at least.
  static let seeingTime: Duration = .seconds(2)
  private static let mostWaiting = 4

  package mutating func say(_ text: String, _ kind: Message.Kind = .plain) {
    say(text, kind, of: nil)
  }

  mutating func say(_ text: String, _ kind: Message.Kind, of topic: Message.Topic?) {
    let new = message(text, kind, of: topic)
    if let topic { waitingMessages.removeAll { $0.topic == topic } }
    guard let message, message.kind == .bad, !isAnswering, message.inputs == inputs,
      message.until > now, topic == nil || message.topic != topic
    else {
      self.message = new
      return
    }
    guard message.text != text, !waitingMessages.contains(where: { $0.text == text }) else {
      return
    }
    waitingMessages.append(new)
    guard waitingMessages.count > App.mostWaiting else { return }
    // News gives way to what went wrong, and what is older to what is newer.
    waitingMessages.remove(at: waitingMessages.firstIndex { $0.kind != .bad } ?? 0)
  }

  private func message(
    _ text: String, _ kind: Message.Kind, of topic: Message.Topic?
  ) -> Message {
    let time: Duration = kind == .bad ? .seconds(8) : .seconds(4)
    return Message(
      text: text, kind: kind, topic: topic, until: now.advanced(by: time),
      seen: now.advanced(by: App.seeingTime), inputs: inputs)
  }

  /// Says in other words what was said, where that shows or waits.
  mutating func reword(_ old: String, as new: String) {
    if message?.text == old { message?.text = new }
    for index in waitingMessages.indices where waitingMessages[index].text == old {
      waitingMessages[index].text = new
    }
  }

  /// The next message takes the place of one that is over or was seen.
  mutating func showWaitingMessage() {
    if let message, message.until <= now { self.message = nil }
    guard let index = nextMessage else { return }
    let next = waitingMessages.remove(at: index)
    message = message(next.text, next.kind, of: next.topic)
  }

  private var nextMessage: Int? {
    guard let message else { return waitingMessages.isEmpty ? nil : 0 }
    // A key says that it was seen.
    if message.inputs != inputs, message.kind == .bad, !waitingMessages.isEmpty { return 0 }
    guard message.seen <= now else { return nil }
    return waitingMessages.firstIndex { $0.kind == .bad }
  }

  /// When another message shows, or none.
  var messageDue: ContinuousClock.Instant? {
    guard let message else { return nil }
    let isPressed = waitingMessages.contains { $0.kind == .bad }
    return isPressed ? min(message.seen, message.until) : message.until
  }
}

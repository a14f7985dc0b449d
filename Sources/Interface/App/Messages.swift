/// The line of messages. Answers to a key show at once; an error stays until it was seen, and later
/// messages wait.
package struct Messages: Equatable, Sendable {
  package private(set) var shown: App.Message?
  /// Messages to show once the current one was seen.
  private var waiting: [App.Message] = []
  /// Whether the last message stays until another one comes.
  var keepsLast = false
  /// Whether a key or a press is being handled, whose messages show at once.
  private var isAnswering = false

  private static let maximumWaiting = 4

  mutating func answer(_ isAnswering: Bool) { self.isAnswering = isAnswering }

  mutating func say(_ new: App.Message, at now: ContinuousClock.Instant) {
    if let topic = new.topic { waiting.removeAll { $0.topic == topic } }
    guard let shown, shown.kind == .bad, !isAnswering, shown.inputs == new.inputs,
      shown.until > now, new.topic == nil || shown.topic != new.topic
    else {
      shown = new
      return
    }
    guard shown.text != new.text, !waiting.contains(where: { $0.text == new.text }) else { return }
    waiting.append(new)
    guard waiting.count > Messages.maximumWaiting else { return }
    // News is dropped before errors, and older messages before newer ones.
    waiting.remove(at: waiting.firstIndex { $0.kind != .bad } ?? 0)
  }

  /// Clears the line; the next waiting message shows.
  package mutating func clear() { shown = nil }

  /// Replaces the text of a message that shows or waits.
  mutating func reword(_ old: String, as new: String) {
    if shown?.text == old { shown?.text = new }
    for index in waiting.indices where waiting[index].text == old { waiting[index].text = new }
  }

  /// Shows the next message in place of one that is over or was seen.
  ///
  /// - Parameter inputs: The count of keys and presses.
  mutating func showNext(at now: ContinuousClock.Instant, inputs: Int) {
    if let shown, shown.until <= now, !keepsLast { clear() }
    guard let index = next(at: now, inputs: inputs) else { return }
    let next = waiting.remove(at: index)
    shown = App.Message(next.text, next.kind, of: next.topic, at: now, inputs: inputs)
  }

  private func next(at now: ContinuousClock.Instant, inputs: Int) -> Int? {
    guard let shown else { return waiting.isEmpty ? nil : 0 }
    // A key press means that the message was seen.
    if shown.inputs != inputs, shown.kind == .bad, !waiting.isEmpty { return 0 }
    guard shown.seen <= now else { return nil }
    return waiting.firstIndex { $0.kind == .bad }
  }

  /// When the line changes next.
  var due: ContinuousClock.Instant? {
    guard let shown, !keepsLast || !waiting.isEmpty else { return nil }
    let isPressed = waiting.contains { $0.kind == .bad }
    return isPressed ? min(shown.seen, shown.until) : shown.until
  }
}

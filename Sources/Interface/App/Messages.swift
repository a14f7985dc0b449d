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

  // MARK: Time

  /// The steps in which a message fades, and the time of each.
  private static let fadeSteps = 2
  private static let fadeStep: Duration = .milliseconds(120)

  /// How far a message has faded before it ends: 0 for not yet, to 1 for gone.
  func fade(at now: ContinuousClock.Instant) -> Double {
    guard let shown, !keepsLast, waiting.isEmpty else { return 0 }
    let steps =
      (Messages.fadeSteps + 1) - Int(((shown.until - now) / Messages.fadeStep).rounded(.up))
    return Double(max(0, min(Messages.fadeSteps, steps))) / Double(Messages.fadeSteps + 1)
  }

  /// When the line changes next.
  func due(at now: ContinuousClock.Instant, fades: Bool) -> ContinuousClock.Instant? {
    guard let shown, !keepsLast || !waiting.isEmpty else { return nil }
    let isPressed = waiting.contains { $0.kind == .bad }
    if isPressed { return min(shown.seen, shown.until) }
    guard fades, waiting.isEmpty else { return shown.until }
    return (0...Messages.fadeSteps).lazy.reversed().map {
      shown.until - Messages.fadeStep * $0
    }.first { $0 > now } ?? shown.until
  }
}

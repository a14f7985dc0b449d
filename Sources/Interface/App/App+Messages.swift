extension App {
  /// A message on the bottom line of the screen.
  package struct Message: Equatable, Sendable {
    package enum Kind: Equatable, Sendable { case plain, good, bad }
    /// A newer message of the same topic replaces this one, whether it was seen or not.
    enum Topic: Equatable, Sendable { case playing, skin }

    package var text: String
    package var kind: Kind
    var topic: Topic?
    package var until: ContinuousClock.Instant
    /// The time from which another error may replace this one.
    var seen: ContinuousClock.Instant
    /// The count of keys and presses when the message came.
    var inputs: Int

    /// The minimum time that an error shows.
    static let seeingTime: Duration = .seconds(2)

    init(
      _ text: String, _ kind: Kind, of topic: Topic?, at now: ContinuousClock.Instant, inputs: Int
    ) {
      self.text = text
      self.kind = kind
      self.topic = topic
      until = now.advanced(by: kind == .bad ? .seconds(8) : .seconds(4))
      seen = now.advanced(by: Message.seeingTime)
      self.inputs = inputs
    }
  }

  package var message: Message? { messages.shown }

  package mutating func say(_ text: String, _ kind: Message.Kind = .plain) {
    say(text, kind, of: nil)
  }

  mutating func say(_ text: String, _ kind: Message.Kind, of topic: Message.Topic?) {
    messages.say(Message(text, kind, of: topic, at: now, inputs: inputs), at: now)
  }
}

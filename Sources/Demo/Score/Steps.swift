/// A rhythm in drum machine notation: one character a sixteenth, repeated as long as needed.
///
/// For drums "X" is an accent, "x" a hit, "-" a ghost, anything else a rest. For notes a digit or
/// "x" begins one, and every "_" behind it holds it for one more step.
struct Steps: ExpressibleByStringLiteral {
  struct Event {
    let step: Int
    /// In steps.
    let length: Int
    let mark: Character
  }

  let count: Int
  let events: [Event]

  init(stringLiteral text: String) { self.init(text) }

  init(_ text: String) {
    let marks = Array(text.filter { $0 != " " })
    count = max(1, marks.count)
    events = marks.indices.compactMap { step in
      guard marks[step] != ".", marks[step] != "_" else { return nil }
      let held = marks[(step + 1)...].prefix { $0 == "_" }.count
      return Event(step: step, length: 1 + held, mark: marks[step])
    }
  }

  /// The events of one bar of a piece, counted from the bar's start.
  func events(inBar bar: Int) -> [Event] {
    let bars = max(1, count / 16)
    let start = bar % bars * 16
    return events.filter { (start..<(start + 16)).contains($0.step) }
      .map { Event(step: $0.step - start, length: $0.length, mark: $0.mark) }
  }
}

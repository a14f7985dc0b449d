/// How far playback goes back after a pause, by the length of the pause.
package struct RewindTable: Equatable, Sendable {
  /// A pause of at least `pause` goes back by `rewind`.
  package struct Step: Equatable, Sendable {
    package var pause: Duration
    package var rewind: Duration

    package init(pause: Duration, rewind: Duration) {
      self.pause = pause
      self.rewind = rewind
    }
  }

  /// By pause, the shortest first.
  package let steps: [Step]

  private static let mostSteps = 20
  /// Seconds of a pause, and of a rewind, at most.
  private static let longest = (pause: Int64(31_536_000), rewind: Int64(600))

  package init(_ steps: [Step]) {
    self.steps = Array(steps.sorted { $0.pause < $1.pause }.prefix(RewindTable.mostSteps))
  }

  /// Nothing after a short pause, 2 s from 10 s on, 10 s from 5 min on, 20 s from 1 h on.
  package static let standard = RewindTable([
    Step(pause: .seconds(10), rewind: .seconds(2)),
    Step(pause: .seconds(300), rewind: .seconds(10)),
    Step(pause: .seconds(3_600), rewind: .seconds(20)),
  ])

  /// How far to go back after a pause.
  package func rewind(after pause: Duration) -> Duration {
    steps.last { $0.pause <= pause }?.rewind ?? .zero
  }

  /// The place from which to go on after a pause.
  ///
  /// - Parameter chapter: The start of the chapter, which is not left.
  package func place(
    _ place: Duration, after pause: Duration, notBefore chapter: Duration = .zero
  ) -> Duration {
    max(min(max(.zero, chapter), place), place - rewind(after: pause))
  }

  // MARK: As a setting

  /// Reads `text`: pairs of seconds, as in "10:2 300:10 3600:20"; empty for none.
  package init?(parsing text: String) {
    var steps: [Step] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "," }) {
      let numbers = word.split(separator: ":", omittingEmptySubsequences: false)
      guard numbers.count == 2, let pause = Int64(numbers[0]), let rewind = Int64(numbers[1]),
        (0...Self.longest.pause).contains(pause), (0...Self.longest.rewind).contains(rewind),
        !steps.contains(where: { $0.pause == .seconds(pause) }), steps.count < Self.mostSteps
      else { return nil }
      steps.append(Step(pause: .seconds(pause), rewind: .seconds(rewind)))
    }
    self.init(steps)
  }

  package var text: String {
    steps.map { "\($0.pause.components.seconds):\($0.rewind.components.seconds)" }
      .joined(separator: " ")
  }
}

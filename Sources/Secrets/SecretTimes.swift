/// Bounds of waiting for the Secret Service.
package struct SecretTimes: Equatable, Sendable {
  /// All answers of one operation.
  package var answers: Duration
  /// The user's answer to a prompt.
  package var prompts: Duration
  /// The time for which a service that did not answer is not asked in the background.
  package var pause: Duration

  package init(
    answers: Duration = .seconds(25), prompts: Duration = .seconds(120),
    pause: Duration = .seconds(300)
  ) {
    self.answers = answers
    self.prompts = prompts
    self.pause = pause
  }
}

extension ListenService {
  /// The service and its user: "ListenBrainz (ola)".
  package var name: String { "\(kind.title) (\(user))" }

  /// The state in one line.
  ///
  /// - Parameter now: in Unix seconds.
  package func status(at now: Int64) -> String {
    let verb = waiting == 1 ? "waits" : "wait"
    let queue = waiting == 0 ? "nothing waits" : "\(waiting.counted("listen")) \(verb)"
    switch obstacle {
    case .signIn(let reason):
      return "\(name): \(queue), sign in again: \(signInCommand) (\(reason))"
    case .failing(let reason) where retryTime > now && !isPaused:
      return "\(name): \(queue), next attempt in \(Self.text(retryTime - now)) (\(reason))"
    case .failing, nil:
      return isPaused ? "\(name): paused, \(queue)" : "\(name): \(queue)"
    }
  }

  /// The command that signs in again.
  package var signInCommand: String {
    "tritone scrobble sign-in \(kind.rawValue)"
      + (root.trimmed { $0 == "/" } == kind.address.trimmed { $0 == "/" } ? "" : " --root \(root)")
  }

  private static func text(_ seconds: Int64) -> String {
    seconds < 90 ? "\(seconds) s" : "\((seconds + 59) / 60) min"
  }
}

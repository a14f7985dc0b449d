import Music

/// Orders about the listens that services on the net take.
package enum ListensOrder: String, CaseIterable, Hashable, Sendable {
  case status, pause, resume, retry

  /// The state of the services.
  func notice(_ services: [ListenService], now: Int64) -> Notice {
    guard !services.isEmpty else {
      return "No service takes listens: see “tritone scrobble sign-in --help”"
    }
    let states = services.map { $0.status(at: now) }.joined(separator: "; ")
    return switch self {
    case .status, .retry: Notice(states)
    case .pause: "Listens wait from now on. \(states)"
    case .resume: "Listens are sent again. \(states)"
    }
  }
}

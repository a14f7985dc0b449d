internal import HTTP
internal import Music

/// Faults of sending listens, by what follows from them. No text holds a secret.
package enum ScrobbleError: Error, Equatable, Sendable {
  /// The service cannot be reached, or fails: what was sent is sent again later.
  case unavailable(reason: String, retryAfter: Duration?)
  /// The token or the session does not count, or no longer: the user has to sign in.
  case notSignedIn(reason: String)
  /// The service will never take what was sent.
  case refused(reason: String)
  /// The service does not have the call.
  case noSuchMethod(reason: String)
  /// The user has not yet agreed on the service's page.
  case notGranted
  case cancelled

  /// The line for the user.
  package var message: String {
    switch self {
    case .unavailable(let reason, _): reason
    case .notSignedIn(let reason): reason
    case .refused(let reason): reason
    case .noSuchMethod(let reason): reason
    case .notGranted: "the service does not know yet that you agreed"
    case .cancelled: "cancelled"
    }
  }

  init(_ error: HTTPError) {
    switch error {
    case .cancelled: self = .cancelled
    case .status(_, _, let pause):
      self = .unavailable(reason: error.description, retryAfter: pause)
    case .invalidURL, .invalidRequest, .noLibrary, .offline, .nameNotFound, .refused, .unreachable,
      .connectionLost, .timedOut, .certificate, .badResponse, .headerTooLarge, .bodyTooLarge,
      .tooManyRedirects, .redirectCircle, .forbiddenRedirect, .disk:
      self = .unavailable(reason: error.description, retryAfter: nil)
    }
  }
}

/// A text that a server sent, for messages: bounded, on one line, without the secrets of the
/// request, which a hostile server may repeat.
struct ServerText {
  private static let longest = 200

  static func cleaned(_ text: String, without secrets: [Secret]) -> String {
    // By scalars: a combining mark behind a secret makes another character of its end.
    var scalars = Array(text.unicodeScalars)
    for secret in secrets where !secret.text.isEmpty {
      scalars.replace(Array(secret.text.unicodeScalars), with: Array("(secret)".unicodeScalars))
    }
    scalars = scalars.prefix(longest).map(\.displayable)
    return String(String.UnicodeScalarView(scalars)).trimmed()
  }
}

internal import Glibc
internal import HTTP

/// Faults of Spotify's sign-in and calls, by what follows from them. No text holds a secret.
package enum SpotifyError: Error, Equatable, Sendable {
  /// The client id, the port or an address of a service is not valid.
  case invalidSettings(reason: String)
  /// Another program listens at the port of the sign-in's redirect.
  case portTaken(Int)
  /// The errno.
  case cannotListen(code: Int32)
  /// No browser came back in time.
  case noRedirect
  /// The user does not allow the program what it asked for.
  case accessDenied
  /// A pasted address is not that of this sign-in.
  case wrongRedirect(reason: String)
  case signInFailed(reason: String)
  /// The tokens do not count, or no longer.
  case signInAgain(reason: String)
  /// The user did not allow what a call needs.
  case scopeMissing(said: String)
  /// Spotify does not let this app, or this user of it, make the call.
  case notAvailable(what: String, said: String)
  /// What was asked for does not exist, or no longer.
  case gone(what: String)
  case invalidID(what: String)
  /// Spotify will never take the call as it is.
  case refused(reason: String)
  /// Spotify asks for a longer pause than is waited for; nil where it does not say how long.
  case rateLimited(pause: Duration?, isQuota: Bool)
  /// Spotify cannot be reached, or fails.
  case unavailable(reason: String)
  /// An answer that is none of Spotify's.
  case badAnswer(reason: String)
  /// A playlist is written in part; `SpotifyClient.resume` goes on.
  indirect case interrupted(SpotifyWriting, cause: SpotifyError)
  /// A playlist has other entries than were written.
  case changedElsewhere
  case cancelled
}

extension SpotifyError {
  /// The line for the user, and what to do next.
  package var message: String {
    switch self {
    case .invalidSettings(let reason): reason
    case .portTaken(let port):
      "port \(port) of this machine is in use by another program: end that, or choose another "
        + "port (any is possible where the app's redirect address is registered without one), or "
        + "paste the redirected address"
    case .cannotListen(let code):
      "this machine lets no browser come back to the program "
        + "(\(String(cString: strerror(code)).lowercased())): paste the redirected address instead"
    case .noRedirect: "nobody came back from Spotify's page in time: sign in again"
    case .accessDenied: "you did not allow access on Spotify's page: sign in again to allow it"
    case .wrongRedirect(let reason): reason
    case .signInFailed(let reason): reason
    case .signInAgain(let reason): reason
    case .scopeMissing(let said):
      "Spotify wants a permission that was not given\(Self.quoted(said)): sign in again, and "
        + "allow all that the page asks for"
    case .notAvailable(let what, let said):
      "\(what): not available to this app\(Self.quoted(said)): Spotify limits apps in "
        + "development mode, and their users are named in the app's settings"
    case .gone(let what): "\(what) is not there, or no longer"
    case .invalidID(let what): "\(what) has no valid id"
    case .refused(let reason): reason
    case .rateLimited(let pause, let isQuota):
      (isQuota ? "the quota of your Spotify apps is used up" : "Spotify has had too many requests")
        + (pause.map { ": try again in \(Self.text($0))" } ?? ": try again later")
    case .unavailable(let reason): reason
    case .badAnswer(let reason): reason
    case .interrupted(let writing, let cause):
      "\(writing.progressText): \(cause.message)"
    case .changedElsewhere:
      "the playlist has been changed elsewhere meanwhile: look at it, then build it again"
    case .cancelled: "cancelled"
    }
  }

  private static func quoted(_ said: String) -> String { said.isEmpty ? "" : " (“\(said)”)" }

  private static func text(_ pause: Duration) -> String {
    let seconds = pause.components.seconds
    return switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7200: "\((seconds + 59) / 60) minutes"
    default: "\((seconds + 3599) / 3600) hours"
    }
  }

  /// Whether what was sent may have been taken all the same.
  var isUncertain: Bool {
    switch self {
    case .unavailable, .badAnswer, .cancelled: true
    case .invalidSettings, .portTaken, .cannotListen, .noRedirect, .accessDenied, .wrongRedirect,
      .signInFailed, .signInAgain, .scopeMissing, .notAvailable, .gone, .invalidID, .refused,
      .rateLimited, .interrupted, .changedElsewhere:
      false
    }
  }

  init(_ error: HTTPError) {
    switch error {
    case .cancelled: self = .cancelled
    case .badResponse, .headerTooLarge, .bodyTooLarge, .tooManyRedirects, .redirectCircle,
      .forbiddenRedirect:
      self = .badAnswer(reason: error.description)
    case .invalidURL, .invalidRequest, .noLibrary, .offline, .nameNotFound, .refused, .unreachable,
      .connectionLost, .timedOut, .certificate, .status, .disk:
      self = .unavailable(reason: error.description)
    }
  }
}

import HTTP
import Media
import Secrets
import Servers

extension RemoteFault {
  /// The reason why a track is not heard, of a fault of its server's client.
  init(_ error: any Error) {
    guard let error = ServerError(found: error) else {
      // The library says why elsewhere.
      self = error is SecretError ? .noSecret : .unreachable
      return
    }
    self =
      switch error {
      case .unreachable, .cancelled: .unreachable
      case .signInAgain, .wrongPassword: .signInAgain
      case .notAllowed: .forbidden
      case .notFound: .missing
      case .rateLimited: .busy
      case .tls: .insecure
      case .wrongAddress: .redirected
      case .notThisServer, .tooOld, .refused, .unsupported, .badAnswer, .tooLarge: .noSound
      }
  }
}

extension ServerError {
  /// The fault of a server of any kind; nil for another one, and for one that all servers have not.
  init?(found error: any Error) {
    switch error {
    case let error as ServerError: self = error
    case let error as CoretetError:
      switch error {
      case .server(let error): self = error
      case .fault(_, let reason, _): self = .unreachable(reason: reason)
      case .wrongKey: self = .signInAgain
      case .emailNotConfirmed, .wrongEmail, .wrongInvitation, .notThere, .taken, .wrongLength,
        .wrongName, .refused:
        return nil
      }
    default: return nil
    }
  }

  /// Whether the user has to sign in anew before anything else works.
  var needsSignIn: Bool {
    switch self {
    case .signInAgain, .wrongPassword: true
    case .unreachable, .wrongAddress, .notThisServer, .tooOld, .notAllowed, .notFound, .refused,
      .unsupported, .badAnswer, .tooLarge, .rateLimited, .tls, .cancelled:
      false
    }
  }
}

extension ServerError {
  /// Whether it is about the track alone, so that the next one may be taken.
  var isOfOneTrack: Bool { isOfOne && !isOfMissingCall }

  /// Whether the server lacks the call.
  var isOfMissingCall: Bool {
    if case .unsupported = self { return true }
    return false
  }
}

internal import HTTP

/// Faults of servers that the user has added, by what follows from them. No text holds a secret.
package enum ServerError: Error, Equatable, Sendable {
  /// Nothing answers, or the server has a fault of its own: the same may work later.
  case unreachable(reason: String)
  /// The address cannot be one of a server.
  case wrongAddress(reason: String)
  /// Another service answers there.
  case notThisServer(found: String)
  /// The version that the server names.
  case tooOld(version: String)
  /// The tokens or the API key do not count, or no longer.
  case signInAgain
  case wrongPassword
  /// The account may not do it.
  case notAllowed(what: String)
  case notFound(what: String)
  /// The server's own code and words, cleaned.
  case refused(code: Int, message: String)
  /// The server does not have the call.
  case unsupported(what: String)
  /// An answer that this kind of server does not give.
  case badAnswer(reason: String)
  /// An answer beyond what is read.
  case tooLarge
  /// Unix time in seconds; nil where the server does not say how long.
  case rateLimited(until: Int64?)
  case tls(reason: String)
  case cancelled
}

extension ServerError {
  /// The line for the user, and what to do next.
  package var message: String {
    switch self {
    case .unreachable(let reason): reason
    case .wrongAddress(let reason): reason
    case .notThisServer(let found):
      "another service answers there (\(found)): check the address, its port and its path"
    case .tooOld(let version):
      "the server is too old (\(version)): update it"
    case .signInAgain: "the server does not take the sign-in any longer: sign in again"
    case .wrongPassword: "the server does not take this name and password: sign in again"
    case .notAllowed(let what):
      "\(what): the account may not do that: ask the server's owner to allow it"
    case .notFound(let what): "\(what) is not on the server, or no longer: list the server again"
    case .refused(let code, let message):
      "the server refuses it" + (message.isEmpty ? "" : ": “\(message)”") + " (\(code))"
    case .unsupported(let what): "\(what): this server cannot do that"
    case .badAnswer(let reason):
      "the server's answer is not understood (\(reason)): check the address, or update the server"
    case .tooLarge:
      "the server's answer is larger than what is read: check the address"
    case .rateLimited:
      "the server has had too many requests: wait a while"
    case .tls(let reason): reason
    case .cancelled: "cancelled"
    }
  }

  /// Whether the same call may succeed later without anybody's help.
  package var isTemporary: Bool {
    switch self {
    case .unreachable, .rateLimited: true
    case .wrongAddress, .notThisServer, .tooOld, .signInAgain, .wrongPassword, .notAllowed,
      .notFound, .refused, .unsupported, .badAnswer, .tooLarge, .tls, .cancelled:
      false
    }
  }

  /// Whether it is about what was asked for alone, so that the next may be asked for.
  package var isOfOne: Bool {
    switch self {
    case .notAllowed, .notFound, .refused, .unsupported, .badAnswer, .tooLarge: true
    case .unreachable, .wrongAddress, .notThisServer, .tooOld, .signInAgain, .wrongPassword,
      .rateLimited, .tls, .cancelled:
      false
    }
  }
}

extension ServerError {
  /// The fault that a status other than 2xx is.
  ///
  /// - Parameters:
  ///   - retryTime: until when the server wants no request, Unix time in seconds.
  ///   - fault: the line for a fault of the server's own.
  ///   - said: the server's words, cleaned.
  init(
    status: Int, what: String, retryTime: Int64?, fault: @autoclosure () -> String,
    said: @autoclosure () -> String
  ) {
    switch status {
    case 401: self = .signInAgain
    case 403: self = .notAllowed(what: what)
    case 404, 410: self = .notFound(what: what)
    case 429: self = .rateLimited(until: retryTime)
    case 500...599: self = .unreachable(reason: fault())
    default: self = .refused(code: status, message: said())
    }
  }

  /// - Parameters:
  ///   - what: what the call is about, in messages.
  ///   - now: Unix time in seconds.
  init(_ error: HTTPError, what: String, now: Int64) {
    switch error {
    case .cancelled: self = .cancelled
    case .certificate: self = .tls(reason: error.description)
    case .invalidURL(let reason): self = .wrongAddress(reason: "the address \(reason)")
    case .bodyTooLarge, .headerTooLarge: self = .tooLarge
    case .badResponse(_, let reason): self = .badAnswer(reason: reason)
    case .tooManyRedirects, .redirectCircle, .forbiddenRedirect:
      self = .wrongAddress(reason: error.description)
    case .status(_, let status, let pause):
      self.init(
        status: status, what: what, retryTime: pause.map { now + $0.components.seconds },
        fault: error.description, said: "")
    case .invalidRequest, .noLibrary, .offline, .nameNotFound, .refused, .unreachable,
      .connectionLost, .timedOut, .disk:
      self = .unreachable(reason: error.description)
    }
  }
}

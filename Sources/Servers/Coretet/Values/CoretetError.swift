/// Faults of a Coretet project. No text holds a token or a key.
package enum CoretetError: Error, Equatable, Sendable {
  /// As of any other server.
  case server(ServerError)
  /// The project has a fault of its own, or no time, by its status: the same may work later. `until`
  /// is the Unix time in seconds before which it wants no request; nil where it does not say.
  case fault(status: Int, reason: String, until: Int64? = nil)
  /// The project does not know the key.
  case wrongKey
  case emailNotConfirmed
  /// The text cannot be an e-mail address.
  case wrongEmail
  /// The text cannot be the token of a share link, or the link counts no longer.
  case wrongInvitation
  /// The project has no such table, column or function.
  case notThere(String)
  /// Something that is unique is there already.
  case taken(what: String)
  /// A comment has no characters, or more than it may have.
  case wrongLength(most: Int)
  /// A setting that names no table, or gives it a name that none can have.
  case wrongName(String)
  /// The code and the words of the database, cleaned.
  case refused(code: String, message: String)
}

extension CoretetError {
  static var signInAgain: CoretetError { .server(.signInAgain) }

  /// The line for the user, and what to do next.
  package var message: String {
    switch self {
    case .server(let error): error.message
    case .fault(_, let reason, _): reason
    case .wrongKey:
      "the project does not take the key: copy the anon key or the publishable key from its "
        + "settings once more"
    case .emailNotConfirmed:
      "the e-mail address is not confirmed yet: open the link in the message that the project has "
        + "sent"
    case .wrongEmail: "that is no e-mail address"
    case .wrongInvitation:
      "the project does not know the invitation, or it counts no longer: ask for another one"
    case .notThere(let name):
      "the project has no \(name): if it is called otherwise there, say so in the server's names"
    case .taken(let what): "\(what) is there already"
    case .wrongLength(let most): "a comment has from 1 to \(most) characters"
    case .wrongName(let name):
      "“\(name)” is no name of the project's: a table or a table and its column, then letters, "
        + "digits and underscores"
    case .refused(let code, let message):
      "the project refuses it" + (message.isEmpty ? "" : ": “\(message)”") + " (\(code))"
    }
  }

  /// Whether the same call may succeed later without anybody's help.
  package var isTemporary: Bool {
    switch self {
    case .server(let error): error.isTemporary
    case .fault: true
    case .wrongKey, .emailNotConfirmed, .wrongEmail, .wrongInvitation, .notThere, .taken,
      .wrongLength, .wrongName, .refused:
      false
    }
  }
}

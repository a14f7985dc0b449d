internal import Glibc
package import Music

/// Faults of keeping secrets. No text holds one.
package enum SecretError: Error, Equatable, Sendable {
  /// The secret is in a keyring that is locked, or that the user left locked.
  case locked
  /// The secret may be in the Secret Service, which did not answer.
  case noAnswer(SecretObstacle)
  /// An account that is empty or too long.
  case invalidName
  /// A secret that is empty, too long or has a NUL.
  case invalidSecret
  /// The file or the folder, and the errno.
  case file(FilePath, code: Int32)
  /// A symbolic link; none is followed.
  case link(FilePath)
  /// Neither a folder nor a regular file with one name, where one belongs.
  case notPlain(FilePath)
  case ofAnotherUser(FilePath)
  /// Other users may read or change the file.
  case open(FilePath)
  /// The file holds no secret of ours: too large, or no text.
  case damaged(FilePath)
  case cancelled

  /// The line for the user.
  package var message: String {
    switch self {
    case .locked: "the keyring is locked"
    case .noAnswer(let obstacle): "the keyring cannot be changed: \(obstacle.message)"
    case .invalidName: "the name of the account is empty or too long"
    case .invalidSecret: "a password or token is empty or too long"
    case .file(let path, let code):
      "\(path.text) cannot be used: \(String(cString: strerror(code)).lowercased())"
    case .link(let path): "\(path.text) is a symbolic link, which is not followed: remove it"
    case .notPlain(let path): "\(path.text) is not what it should be: remove it"
    case .ofAnotherUser(let path): "\(path.text) belongs to another user"
    case .open(let path):
      "\(path.text) may be read by other users: sign in again, or take their rights away"
    case .damaged(let path): "\(path.text) is damaged: sign in again"
    case .cancelled: "cancelled"
    }
  }
}

/// The reason why the Secret Service is not used.
package enum SecretObstacle: Error, Equatable, Sendable {
  /// No bus; the reason.
  case noBus(String)
  /// No program offers the Secret Service.
  case noService
  case noDefaultKeyring
  /// The keyring is locked, and nobody was there to be asked.
  case locked
  /// The user dismissed the prompt, or did not answer it.
  case dismissed
  case timedOut
  /// The service or the bus went away.
  case vanished
  /// An error reply, by its D-Bus name.
  case refused(String)
  /// An answer that is not as the specification says.
  case badAnswer
  case cancelled

  /// The reason for the user.
  package var message: String {
    switch self {
    case .noBus(let reason): reason
    case .noService: "no program offers the Secret Service"
    case .noDefaultKeyring: "the Secret Service has no default keyring"
    case .locked: "the keyring is locked"
    case .dismissed: "the keyring was left locked"
    case .timedOut: "the Secret Service did not answer in time"
    case .vanished: "the Secret Service went away"
    case .refused(let name): "the Secret Service refused (\(name))"
    case .badAnswer: "the Secret Service gave a malformed answer"
    case .cancelled: "cancelled"
    }
  }
}

/// The place where secrets are kept.
package enum SecretPlace: Equatable, Sendable {
  /// The Secret Service, with the name of its program where that is known.
  case service(program: String?)
  case files(FilePath, because: SecretObstacle)

  /// The description for the user.
  package var text: String {
    switch self {
    case .service(let program?): "Secret Service (\(program))"
    case .service(nil): "Secret Service"
    case .files(let folder, let obstacle): "files in \(folder.text), because \(obstacle.message)"
    }
  }
}

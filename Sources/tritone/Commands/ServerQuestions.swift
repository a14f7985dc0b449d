import Glibc
import HTTP
import Music
import Servers

/// What commands ask about servers on a terminal, and refuse without one.
enum ServerQuestions {
  /// Kilobits a second that a server may be asked to send.
  static let bitRates = 16...1_500

  static func askForPlain(_ location: ServerLocation) throws {
    try ask(
      "\(location.root.origin) is not encrypted: others on the way can read the sign-in",
      "Sign in all the same?", otherwise: "--yes signs in all the same")
  }

  /// - Parameter otherwise: what to do without a terminal.
  static func ask(_ what: String, _ question: String, otherwise: String) throws {
    guard isatty(STDIN_FILENO) == 1 else { throw Failure(reason: "\(what); \(otherwise)") }
    guard Confirmation.isGiven("\(what). \(question)") else {
      throw Failure(reason: "nothing was changed")
    }
  }

  /// The fingerprint of a certificate that the user trusts.
  static func trusted(_ certificate: HTTPCertificate, _ reason: String) throws -> String {
    guard isatty(STDIN_FILENO) == 1 else {
      throw Failure(reason: "\(reason). --fingerprint \(certificate.fingerprint) trusts it")
    }
    StandardError.print("tritone: \(reason)")
    let what =
      "Its SHA-256 is \(certificate.fingerprint). Trust this certificate, and no other one?"
    guard Confirmation.isGiven(what) else { throw Failure(reason: "nothing was changed") }
    return certificate.fingerprint
  }

  static func warnOfCredentials(in location: ServerLocation) {
    guard location.user != nil || location.password != nil else { return }
    StandardError.print(
      "tritone: the name and the password are taken out of the address; the shell may keep what "
        + "you typed")
  }

  /// The path of a file of authorities, which is there.
  static func certificates(_ typed: String, _ directories: Directories) throws -> String {
    let path = directories.path(typed)
    guard directories.exists(path) else {
      throw Failure(reason: "there is no file \(path.text)")
    }
    return path.text
  }
}

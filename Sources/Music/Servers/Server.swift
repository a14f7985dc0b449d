/// The id of a server in the library.
package struct ServerID: RawRepresentable, Hashable, Sendable, Codable {
  package let rawValue: Int64
  package init(rawValue: Int64) { self.rawValue = rawValue }
  package init(_ value: Int64) { rawValue = value }
}

/// The kinds of servers that tracks come from.
package enum ServerKind: String, Sendable, CaseIterable, Codable {
  case audiobookshelf
  /// A project of people who share their music and say what they think of it.
  case coretet
  /// OpenSubsonic and the Subsonic API before it.
  case subsonic
}

/// A server that the user has added. Its password and tokens are among the secrets, not here.
package struct Server: Equatable, Sendable, Identifiable {
  package var id: ServerID
  /// Given by this library; tracks refer to it.
  package var uuid: String
  package var kind: ServerKind
  /// The name that the user gave it, unique.
  package var name: String
  /// http or https, host, port and path prefix; without credentials, query and a slash at its end.
  package var address: String
  /// The user's name there, at a Coretet project the e-mail address; nil with an API key.
  package var user: String?
  package var options: ServerOptions
  /// Unix time in seconds of the last complete listing.
  package var lastListing: Int64?

  package init(
    id: ServerID, uuid: String, kind: ServerKind, name: String, address: String,
    user: String? = nil, options: ServerOptions = ServerOptions(), lastListing: Int64? = nil
  ) {
    self.id = id
    self.uuid = uuid
    self.kind = kind
    self.name = name
    self.address = address
    self.user = user
    self.options = options
    self.lastListing = lastListing
  }
}

/// What the user has set for a server, and what was found out about it.
package struct ServerOptions: Equatable, Sendable, Codable {
  /// kbit/s to which a Subsonic server is asked to transcode; nil for the files as they are.
  package var maxBitRate: Int?
  /// PEM file of certificates that are trusted besides the system's.
  package var certificateFile: String?
  /// SHA-256 of the server's certificate in lower hexadecimal digits; the only one that is trusted.
  package var fingerprint: String?
  /// How a Subsonic server takes the password; nil until it was found out.
  package var passwordForm: PasswordForm?
  /// The person who is signed in at a Coretet project.
  package var person: SharedPerson?
  /// Names of a Coretet project's tables and columns that are not the usual ones, by those.
  package var names: [String: String]?

  package enum PasswordForm: String, Sendable, Codable { case token, encoded }

  package init(
    maxBitRate: Int? = nil, certificateFile: String? = nil, fingerprint: String? = nil,
    passwordForm: PasswordForm? = nil, person: SharedPerson? = nil,
    names: [String: String]? = nil
  ) {
    self.maxBitRate = maxBitRate
    self.certificateFile = certificateFile
    self.fingerprint = fingerprint
    self.passwordForm = passwordForm
    self.person = person
    self.names = names
  }

  /// A fingerprint as people write it, with colons or white space and in any case, in lower
  /// hexadecimal digits; nil for another text.
  package static func fingerprint(typed text: String) -> String? {
    let digits = text.lowercased().filter { $0 != ":" && !$0.isWhitespace }
    let isHexadecimal = digits.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
    }
    return digits.utf8.count == 64 && isHexadecimal ? digits : nil
  }
}

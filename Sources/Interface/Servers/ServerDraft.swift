package import Music

/// A server as the user describes it: everything but what the program finds out.
package struct ServerDraft: Equatable, Sendable {
  package var kind: ServerKind
  /// As typed, with a scheme and without credentials.
  package var address: String
  /// Not empty; no other server's name.
  package var name: String
  package var credentials: ServerCredentials
  /// A question about the certificate may have set a fingerprint.
  package var options: ServerOptions
  /// The key of a Coretet project, which the others do not have.
  package var key: Secret?

  package init(
    kind: ServerKind, address: String, name: String, credentials: ServerCredentials,
    options: ServerOptions = ServerOptions(), key: Secret? = nil
  ) {
    self.kind = kind
    self.address = address
    self.name = name
    self.credentials = credentials
    self.options = options
    self.key = key
  }
}

/// The ways to sign in at a server.
package enum ServerCredentials: Equatable, Sendable {
  case password(user: String, Secret)
  case apiKey(Secret)
}

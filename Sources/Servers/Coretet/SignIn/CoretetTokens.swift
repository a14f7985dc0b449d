internal import FoundationEssentials
package import Music

/// What is kept of the sign-ins at a project, in one secret: those of a user and of a collaborator
/// may both be there.
package struct CoretetTokens: Equatable, Sendable, Redacted {
  /// Of a user of the project.
  package struct User: Equatable, Sendable, Redacted {
    package var access: Secret
    /// Counts once.
    package var refresh: Secret
    /// Unix time in seconds of this machine's clock at which `access` ends.
    package var ends: Int64
    package var id: String
    package var email: String

    package init(access: Secret, refresh: Secret, ends: Int64, id: String, email: String) {
      self.access = access
      self.refresh = refresh
      self.ends = ends
      self.id = id
      self.email = email
    }

    package var description: String { "tokens of a user (secret)" }
  }

  /// Of a collaborator, which nothing renews.
  package struct Collaborator: Equatable, Sendable, Redacted {
    package var token: Secret
    /// Unix time in seconds of this machine's clock.
    package var ends: Int64
    package var id: String
    package var email: String
    package var name: String

    package init(token: Secret, ends: Int64, id: String, email: String, name: String) {
      self.token = token
      self.ends = ends
      self.id = id
      self.email = email
      self.name = name
    }

    package var description: String { "token of a collaborator (secret)" }
  }

  /// The project's own.
  package var key: Secret
  package var user: User?
  package var collaborator: Collaborator?

  package init(key: Secret, user: User? = nil, collaborator: Collaborator? = nil) {
    self.key = key
    self.user = user
    self.collaborator = collaborator
  }

  /// Who is signed in; the user where both are.
  package var identity: CoretetIdentity? {
    user.map { .user(id: $0.id, email: $0.email) }
      ?? collaborator.map { .collaborator(id: $0.id, email: $0.email, name: $0.name) }
  }

  package var description: String { "tokens (secret)" }

  // MARK: Storing

  private struct Stored: Codable {
    struct User: Codable {
      var access: String
      var refresh: String
      var ends: Int64
      var id: String
      var email: String
    }
    struct Collaborator: Codable {
      var token: String
      var ends: Int64
      var id: String
      var email: String
      var name: String
    }
    var key: String
    var user: User?
    var collaborator: Collaborator?
  }

  /// As the store of secrets keeps them; nil for what is none of ours.
  package init?(stored: Secret) {
    // Another program may have written it: then there are no tokens.
    guard stored.text.utf8.count <= 65_536,
      let values = try? JSONDecoder().decode(Stored.self, from: Data(stored.text.utf8)),
      let key = ServerText.token(values.key)
    else { return nil }
    self.key = key
    if let user = values.user {
      guard let access = ServerText.token(user.access),
        let refresh = ServerText.token(user.refresh), let id = CoretetID.valid(user.id)
      else { return nil }
      self.user = User(
        access: access, refresh: refresh, ends: user.ends, id: id, email: user.email)
    }
    if let found = values.collaborator {
      guard let token = ServerText.token(found.token), let id = CoretetID.valid(found.id)
      else { return nil }
      collaborator = Collaborator(
        token: token, ends: found.ends, id: id, email: found.email, name: found.name)
    }
  }

  package var stored: Secret {
    let values = Stored(
      key: key.text,
      user: user.map {
        Stored.User(
          access: $0.access.text, refresh: $0.refresh.text, ends: $0.ends, id: $0.id,
          email: $0.email)
      },
      collaborator: collaborator.map {
        Stored.Collaborator(
          token: $0.token.text, ends: $0.ends, id: $0.id, email: $0.email, name: $0.name)
      })
    // because texts and numbers can always be written as JSON
    return Secret(String(decoding: try! JSONEncoder().encode(values), as: UTF8.self))
  }
}

/// The tokens of a project, which several processes of the program share.
package protocol CoretetTokenStore: Sendable {
  /// Nil where there are none.
  func tokens() async throws(ServerError) -> CoretetTokens?

  /// Stores `new` in one step, if the store has `old` by then.
  ///
  /// - Returns: False where it has others, or none: they stay.
  func replace(
    _ old: CoretetTokens, with new: CoretetTokens
  ) async throws(ServerError) -> Bool

  /// Waits until no other process renews tokens, and keeps them from it as long as the value lives:
  /// a refresh token that two use ends both sign-ins.
  ///
  /// - Throws: `.unreachable` where another process takes too long, or nothing can be locked: a
  ///   later attempt may do.
  func turn() async throws(ServerError) -> any Sendable
}

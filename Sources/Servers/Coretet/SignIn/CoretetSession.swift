internal import HTTP
internal import Music

/// The tokens of whoever is signed in, renewed once for all that wait, and shared with other
/// processes through the store.
package actor CoretetSession {
  private let signIn: CoretetSignIn
  private let store: any CoretetTokenStore
  private var tokens: CoretetTokens?
  private var renewal: Task<Result<CoretetAccess, CoretetError>, Never>?
  /// The user's tokens that the store still has, since it did not take the new ones.
  private var unreplaced: CoretetTokens.User?
  /// Unix time in seconds.
  private var lastStoring: Int64?
  /// The user has to sign in again.
  private var isOver = false

  /// Pauses in which another process may store what it has renewed.
  private static let pauses: [Duration] = [.milliseconds(200), .milliseconds(500), .seconds(1)]
  /// Seconds before tokens that the store did not take are stored again.
  private static let storePause: Int64 = 10
  /// Seconds before its end at which a token is renewed.
  private static let margin: Int64 = 60

  package init(_ signIn: CoretetSignIn, store: any CoretetTokenStore) {
    self.signIn = signIn
    self.store = store
  }

  /// Who is signed in; nil for nobody.
  package func identity() async throws(CoretetError) -> CoretetIdentity? {
    try await loaded()?.identity
  }

  /// What a request needs: the user's token, or that of a collaborator where no user is signed in.
  func access() async throws(CoretetError) -> CoretetAccess {
    guard let tokens = try await loaded() else { throw .signInAgain }
    await storeAgain()
    let now = signIn.timing.now()
    if let user = self.tokens?.user ?? tokens.user {
      guard user.ends - now < Self.margin else { return CoretetAccess(user) }
      do throws(CoretetError) {
        return try await renewal(inPlaceOf: user.access)
      } catch {
        // The token may do until the network is back.
        guard error.isTemporary, user.ends > now else { throw error }
        return CoretetAccess(user)
      }
    }
    guard let collaborator = tokens.collaborator, collaborator.ends > now else {
      throw .signInAgain
    }
    return CoretetAccess(collaborator)
  }

  private func loaded() async throws(CoretetError) -> CoretetTokens? {
    if let tokens, !isOver, !isEnded(tokens) { return tokens }
    // The user may have signed in again, in this process or in another one.
    guard let stored = try await stored().get(), stored.identity != nil,
      !isOver || isOfOthers(stored)
    else { return nil }
    adopt(stored)
    return stored
  }

  /// Whether nobody but a collaborator is signed in, whose token has ended.
  private func isEnded(_ tokens: CoretetTokens) -> Bool {
    tokens.user == nil && tokens.collaborator.map { $0.ends <= signIn.timing.now() } ?? true
  }

  /// Whether stored tokens are neither ours nor those that we have renewed.
  private func isOfOthers(_ stored: CoretetTokens) -> Bool {
    if stored.user != tokens?.user { return unreplaced == nil || stored.user != unreplaced }
    return tokens?.user == nil && stored.collaborator != tokens?.collaborator
  }

  private func adopt(_ stored: CoretetTokens) {
    tokens = stored
    unreplaced = nil
    isOver = false
  }

  // MARK: Collaborators

  /// Whether the project takes the token of the collaborator who is signed in no longer; another
  /// one may have been stored by another process.
  func isCollaboratorOver() async -> Bool {
    guard let tokens, tokens.user == nil, let collaborator = tokens.collaborator else {
      return false
    }
    // because a project that does not answer says nothing of the token.
    guard let isValid = try? await signIn.isValid(collaborator), !isValid else { return false }
    if self.tokens?.collaborator == collaborator { isOver = true }
    return true
  }

  /// The person who is signed in by the store, which another process may have changed; nil for nobody.
  package func storedIdentity() async throws(CoretetError) -> CoretetIdentity? {
    try await stored().get()?.identity
  }

  /// Whether somebody is signed in as far as is known without a request, perhaps by another process
  /// since the project has refused the tokens.
  package func isSignedIn() async -> Bool {
    // because a store that does not answer has nobody.
    guard let tokens = try? await loaded() else { return false }
    return !isOver && !isEnded(tokens)
  }

  // MARK: Renewal

  /// A token in place of one that the project refused, or that is about to end.
  func renewal(inPlaceOf refused: Secret) async throws(CoretetError) -> CoretetAccess {
    if let tokens, tokens.user == nil {
      // Nothing renews a collaborator's, which a gateway may have refused without asking the
      // project; another process may have signed in.
      if tokens.collaborator?.token == refused { _ = await isCollaboratorOver() }
      return try await access()
    }
    guard !isOver else { throw .signInAgain }
    if let user = tokens?.user, user.access != refused { return CoretetAccess(user) }
    // Goes on where those who wait are cancelled: the project may have given the tokens already.
    let task = renewal ?? Task { await renew() }
    renewal = task
    let result = await task.value
    guard !Task.isCancelled else { throw .server(.cancelled) }
    return try result.get()
  }

  private func renew() async -> Result<CoretetAccess, CoretetError> {
    defer { renewal = nil }
    let turn: any Sendable
    do throws(ServerError) { turn = try await store.turn() } catch {
      return .failure(.server(error))
    }
    defer { withExtendedLifetime(turn) {} }
    switch await stored() {
    case .failure: break
    case .success(let stored):
      guard let stored, stored.user != nil else { return over() }
      if isOfOthers(stored) {
        adopt(stored)
        return adopted()
      }
    }
    guard let old = tokens?.user else { return over() }
    let result: Result<CoretetTokens.User, CoretetError>
    do throws(CoretetError) {
      result = .success(try await signIn.renewed(old.refresh))
    } catch { result = .failure(error) }
    switch result {
    case .success(let new):
      guard new.id == old.id else { return over() }
      return await keep(new, inPlaceOf: old)
    case .failure(let error):
      guard error == .signInAgain else { return .failure(error) }
      return await storedByOthers()
    }
  }

  /// Stores new tokens at once, since those before count no longer.
  private func keep(
    _ new: CoretetTokens.User, inPlaceOf old: CoretetTokens.User
  ) async -> Result<CoretetAccess, CoretetError> {
    tokens?.user = new
    let held = unreplaced ?? old
    switch await replace(held, with: new) {
    // A store that does not answer now is no reason to sign out.
    case .failure: unreplaced = held
    case .success(true): unreplaced = nil
    case .success(false):
      guard case .success(let stored?) = await stored(), stored.user != nil else { return over() }
      adopt(stored)
      return adopted()
    }
    return .success(CoretetAccess(new))
  }

  /// Exchanges the user's tokens in the store alone: a collaborator may have signed in meanwhile.
  ///
  /// - Returns: False where the store has the tokens of another sign-in.
  private func replace(
    _ old: CoretetTokens.User, with new: CoretetTokens.User?
  ) async -> Result<Bool, ServerError> {
    do throws(ServerError) {
      while true {
        guard let stored = try await store.tokens(), stored.user == old else {
          return .success(false)
        }
        var changed = stored
        changed.user = new
        if try await store.replace(stored, with: changed) { return .success(true) }
      }
    } catch { return .failure(error) }
  }

  /// Stores what the store did not take before, unless it is being renewed already.
  private func storeAgain() async {
    guard let old = unreplaced, let new = tokens?.user, renewal == nil else { return }
    let now = signIn.timing.now()
    if let lastStoring, (lastStoring..<lastStoring + Self.storePause).contains(now) { return }
    lastStoring = now
    // Others that are there by now stay. Tokens that were renewed meanwhile store themselves.
    if case .success = await replace(old, with: new), tokens?.user == new { unreplaced = nil }
  }

  /// Looks for tokens of another process, which has used the refresh token before us.
  private func storedByOthers() async -> Result<CoretetAccess, CoretetError> {
    for pause in Self.pauses {
      do throws(ServerError) { try await signIn.timing.wait(pause) } catch {
        return .failure(.server(error))
      }
      if case .success(let stored?) = await stored(), stored.user != nil, isOfOthers(stored) {
        adopt(stored)
        return adopted()
      }
    }
    return over()
  }

  private func adopted() -> Result<CoretetAccess, CoretetError> {
    guard let user = tokens?.user else { return over() }
    return .success(CoretetAccess(user))
  }

  private func over() -> Result<CoretetAccess, CoretetError> {
    isOver = true
    return .failure(.signInAgain)
  }

  private func stored() async -> Result<CoretetTokens?, CoretetError> {
    do throws(ServerError) {
      return .success(try await store.tokens())
    } catch { return .failure(.server(error)) }
  }

  // MARK: Signing out

  /// Signs out whoever is signed in, and forgets the tokens whatever the project says; of both, the
  /// user.
  ///
  /// - Throws: where the project was not told: the sign-in goes on elsewhere, and the tokens that
  ///   are forgotten here count until they end.
  package func signOut(everywhere: Bool) async throws(CoretetError) {
    // A sign-in that counts no longer is forgotten all the same.
    guard let signedIn = try await stored().get(), signedIn.identity != nil else { return }
    _ = await renewal?.value
    let result: Result<Void, CoretetError>
    do throws(CoretetError) {
      if signedIn.user != nil {
        // A token that has ended ends no sign-in.
        _ = try await access()
        if let user = tokens?.user { try await signIn.signOut(user, everywhere: everywhere) }
      } else if let collaborator = signedIn.collaborator {
        try await signIn.signOut(collaborator)
      }
      result = .success(())
    } catch {
      result = error == .signInAgain ? .success(()) : .failure(error)
    }
    try await forget(user: signedIn.user != nil)
    try result.get()
  }

  private func forget(user: Bool) async throws(CoretetError) {
    tokens = nil
    unreplaced = nil
    isOver = false
    do throws(ServerError) {
      while let stored = try await store.tokens() {
        var left = stored
        if user { left.user = nil } else { left.collaborator = nil }
        if try await store.replace(stored, with: left) { return }
      }
    } catch { throw .server(error) }
  }
}

/// What a request needs of a sign-in.
struct CoretetAccess: Equatable, Sendable, Redacted {
  let identity: CoretetIdentity
  let token: Secret

  init(_ user: CoretetTokens.User) {
    identity = .user(id: user.id, email: user.email)
    token = user.access
  }

  init(_ collaborator: CoretetTokens.Collaborator) {
    identity = .collaborator(
      id: collaborator.id, email: collaborator.email, name: collaborator.name)
    token = collaborator.token
  }

  /// By which the project knows who asks. A collaborator's token is none for PostgREST: a project
  /// reads it in a function before each request.
  var header: HTTPHeader {
    identity.isUser ? .bearer(token) : HTTPHeader("x-collaborator-token", token)
  }

  var description: String { "access (secret)" }
}

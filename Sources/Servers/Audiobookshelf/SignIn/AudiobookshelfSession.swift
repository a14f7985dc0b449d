package import HTTP
internal import Music

/// The tokens of the signed-in user, renewed once for all that wait, and shared with other processes
/// through the store.
///
/// No clock has a part in it: the server says when a token has ended.
package actor AudiobookshelfSession {
  private let signIn: AudiobookshelfSignIn
  private let store: any TokenStore
  private var tokens: AudiobookshelfTokens?
  private var renewal: Task<Result<Renewal, ServerError>, Never>?
  /// What the store still has in place of `tokens`, which it did not take.
  private var unreplaced: AudiobookshelfTokens?
  private var storing: Task<Void, Never>?
  /// Unix time in milliseconds.
  private var lastStoring: Int64?
  /// The user has to sign in again.
  private var isOver = false

  /// Pauses in which another process may store what it has renewed.
  private static let pauses: [Duration] = [.milliseconds(200), .milliseconds(500), .seconds(1)]
  /// Milliseconds before tokens that the store did not take are stored again.
  private static let storePause: Int64 = 10_000

  package init(
    _ http: HTTPClient, at root: HTTPURL, store: any TokenStore,
    timing: AudiobookshelfTiming = AudiobookshelfTiming()
  ) {
    signIn = AudiobookshelfSignIn(http, at: root, timing: timing)
    self.store = store
  }

  struct Renewal: Sendable {
    var tokens: AudiobookshelfTokens
    /// Whether the server gave them now; else another process had stored them.
    var isNew: Bool
  }

  /// The token for a request.
  func access() async throws(ServerError) -> Secret {
    if let tokens, !isOver {
      await storeAgain()
      return self.tokens?.access ?? tokens.access
    }
    // The user may have signed in again, in this process or in another one.
    guard let stored = try await store.tokens(), !isOver || isOfOthers(stored) else {
      throw .signInAgain
    }
    tokens = stored
    unreplaced = nil
    isOver = false
    return stored.access
  }

  /// Whether stored tokens are neither ours nor those that we have renewed.
  private func isOfOthers(_ stored: AudiobookshelfTokens) -> Bool {
    stored != tokens && stored != unreplaced
  }

  /// Stores what the store did not take before, unless that is being renewed already.
  private func storeAgain() async {
    if let storing { return await storing.value }
    guard let old = unreplaced, let new = tokens, renewal == nil else { return }
    let now = signIn.timing.now()
    if let lastStoring, (lastStoring..<lastStoring + Self.storePause).contains(now) { return }
    lastStoring = now
    let task = Task { [store] in
      let isDecided: Bool
      do throws(ServerError) {
        // Others that are there by now stay.
        _ = try await store.replace(old, with: new)
        isDecided = true
      } catch { isDecided = false }
      storingEnded(isDecided)
    }
    storing = task
    await task.value
  }

  private func storingEnded(_ isDecided: Bool) {
    storing = nil
    if isDecided { unreplaced = nil }
  }

  /// A token in place of one that the server refused.
  func renewal(inPlaceOf refused: Secret) async throws(ServerError) -> Renewal {
    guard !isOver else { throw .signInAgain }
    if let tokens, tokens.access != refused { return Renewal(tokens: tokens, isNew: false) }
    // Goes on where those who wait are cancelled: the server may have given out the tokens already.
    let task = renewal ?? Task { await renew() }
    renewal = task
    return try await value(of: task)
  }

  private func value(
    of task: Task<Result<Renewal, ServerError>, Never>
  ) async throws(ServerError) -> Renewal {
    let result = await task.value
    guard !Task.isCancelled else { throw .cancelled }
    return try result.get()
  }

  private func renew() async -> Result<Renewal, ServerError> {
    defer { renewal = nil }
    await storing?.value
    switch await stored() {
    case .failure: break
    case .success(nil): return over()
    case .success(let stored?):
      guard !isOfOthers(stored) else { return adopt(stored) }
    }
    guard let old = tokens, case .pair(_, let refresh) = old else { return over() }
    let result: Result<AudiobookshelfTokens, ServerError>
    do throws(ServerError) {
      result = .success(try await signIn.renewed(refresh))
    } catch { result = .failure(error) }
    switch result {
    case .success(let new): return await keep(new, inPlaceOf: old)
    case .failure(let error):
      guard error == .signInAgain else { return .failure(error) }
      return await storedByOthers()
    }
  }

  /// Stores new tokens at once, since those before may count no longer.
  private func keep(
    _ new: AudiobookshelfTokens, inPlaceOf old: AudiobookshelfTokens
  ) async -> Result<Renewal, ServerError> {
    tokens = new
    let held = unreplaced ?? old
    let isKept: Bool
    do throws(ServerError) {
      isKept = try await store.replace(held, with: new)
    } catch {
      // A store that does not answer now is no reason to sign out.
      unreplaced = held
      return .success(Renewal(tokens: new, isNew: true))
    }
    unreplaced = nil
    guard !isKept else { return .success(Renewal(tokens: new, isNew: true)) }
    switch await stored() {
    case .failure: return .success(Renewal(tokens: new, isNew: true))
    case .success(nil): return over()
    case .success(let stored?): return adopt(stored)
    }
  }

  /// Looks for tokens of another process, which has used the refresh token before us.
  private func storedByOthers() async -> Result<Renewal, ServerError> {
    for pause in Self.pauses {
      do throws(ServerError) { try await signIn.timing.wait(pause) } catch {
        return .failure(error)
      }
      if case .success(let stored?) = await stored(), isOfOthers(stored) { return adopt(stored) }
    }
    return over()
  }

  private func adopt(_ stored: AudiobookshelfTokens) -> Result<Renewal, ServerError> {
    tokens = stored
    unreplaced = nil
    return .success(Renewal(tokens: stored, isNew: false))
  }

  private func over() -> Result<Renewal, ServerError> {
    isOver = true
    return .failure(.signInAgain)
  }

  private func stored() async -> Result<AudiobookshelfTokens?, ServerError> {
    do throws(ServerError) {
      return .success(try await store.tokens())
    } catch { return .failure(error) }
  }
}

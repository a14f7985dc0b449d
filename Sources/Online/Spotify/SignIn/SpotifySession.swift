package import HTTP
internal import Music

/// The tokens of the signed-in user, renewed before they end.
package actor SpotifySession {
  /// Seconds before the end of a token at which it is renewed.
  private static let margin: Int64 = 60

  private let endpoint: SpotifyTokenEndpoint
  private let keep: @Sendable (SpotifyTokens) async -> Void
  private let stored: (@Sendable () async -> SpotifyTokens?)?
  private var tokens: SpotifyTokens
  private var renewal: Task<Result<SpotifyTokens, SpotifyError>, Never>?
  /// The tokens count no longer.
  private var end: SpotifyError?

  /// - Parameters:
  ///   - stored: the tokens in the store, which another session may have renewed, or nil after the
  ///     user has signed out; asked before a renewal.
  ///   - keep: stores new tokens, at once: those before may count no longer.
  package init(
    _ client: HTTPClient, at roots: SpotifyRoots, clientID: SpotifyClientID, tokens: SpotifyTokens,
    timing: SpotifyTiming = SpotifyTiming(),
    stored: (@Sendable () async -> SpotifyTokens?)? = nil,
    keep: @escaping @Sendable (SpotifyTokens) async -> Void
  ) {
    endpoint = SpotifyTokenEndpoint(client, at: roots, clientID: clientID, timing: timing)
    self.tokens = tokens
    self.keep = keep
    self.stored = stored
  }

  package var scopes: [SpotifyScope] { tokens.scopes }

  /// An access token that counts for a while.
  func access() async throws(SpotifyError) -> Secret {
    if let end { throw end }
    let isFresh = tokens.ends - endpoint.timing.now() > Self.margin
    if isFresh, renewal == nil { return tokens.access }
    return try await renewed().access
  }

  /// An access token in place of one that Spotify refused.
  func access(inPlaceOf refused: Secret) async throws(SpotifyError) -> Secret {
    if let end { throw end }
    if tokens.access != refused { return tokens.access }
    return try await renewed().access
  }

  /// One renewal for all that wait. It goes on where they are cancelled, since Spotify may have given
  /// out new tokens already.
  private func renewed() async throws(SpotifyError) -> SpotifyTokens {
    let task = renewal ?? Task { await renew() }
    renewal = task
    let first = FirstValue<Result<SpotifyTokens, SpotifyError>>()
    Task { first.set(await task.value) }
    return try await first.value(ifCancelled: .failure(.cancelled)).get()
  }

  private func renew() async -> Result<SpotifyTokens, SpotifyError> {
    defer { renewal = nil }
    if let stored {
      guard let current = await stored() else {
        let error = SpotifyError.signInAgain(reason: "you have signed out of Spotify")
        end = error
        return .failure(error)
      }
      if current.refresh != tokens.refresh {
        tokens = current
        if tokens.ends - endpoint.timing.now() > Self.margin { return .success(tokens) }
      }
    }
    do throws(SpotifyError) {
      let new = try await endpoint.renewed(tokens)
      tokens = new
      await keep(new)
      return .success(new)
    } catch {
      if case .signInAgain = error { end = error }
      return .failure(error)
    }
  }
}

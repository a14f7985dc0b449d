// One sign-in: makes the page's address, waits for the redirect, and exchanges the code. The code is
// taken once, from the browser or from the user; the listener answers until the value is released or
// ended.
package import HTTP
internal import Music

/// A sign-in to Spotify with the authorization code flow and PKCE (RFC 6749, RFC 7636).
package final class SpotifySignIn: Sendable {
  /// How the redirect comes back.
  package enum Return: Equatable, Sendable {
    /// To a port of this machine; 0 for any free one.
    case port(Int)
    /// By the user alone, who pastes the address; the port is the registered one.
    case pasted(port: Int)
  }

  package static let standardPort = 8765
  package static let longestWait: Duration = .seconds(300)

  /// The page on which the user agrees.
  package let page: String
  /// Where Spotify's page sends the browser.
  package let redirectAddress: String

  private let endpoint: SpotifyTokenEndpoint
  private let redirect: SpotifyRedirect
  private let pkce: PKCE
  private let listener: LoopbackListener?
  private let outcome: FirstValue<Result<Secret, SpotifyError>>

  /// Begins to listen.
  ///
  /// - Throws: `.portTaken` and `.cannotListen`.
  package init(
    _ client: HTTPClient, at roots: SpotifyRoots, clientID: SpotifyClientID,
    return way: Return = .port(standardPort), limits: LoopbackLimits = LoopbackLimits(),
    timing: SpotifyTiming = SpotifyTiming()
  ) throws(SpotifyError) {
    let outcome = FirstValue<Result<Secret, SpotifyError>>()
    let state = PKCE.randomText(32)
    switch way {
    case .port(let port):
      guard (0...65535).contains(port) else {
        throw .invalidSettings(reason: "a port is a number from 1 to 65535, or 0 for any free one")
      }
      do throws(LoopbackListener.Fault) {
        listener = try LoopbackListener(port: port, path: SpotifyRedirect.path, limits: limits) {
          // The port is no part of what a browser says.
          Self.receive(SpotifyRedirect(port: port, state: state).meaning(of: $0), outcome)
        }
      } catch {
        switch error {
        case .portTaken(let port): throw .portTaken(port)
        case .failed(let code): throw .cannotListen(code: code)
        }
      }
      redirect = SpotifyRedirect(port: listener?.port ?? port, state: state)
    case .pasted(let port):
      guard (1...65535).contains(port) else {
        throw .invalidSettings(reason: "a port is a number from 1 to 65535")
      }
      listener = nil
      redirect = SpotifyRedirect(port: port, state: state)
    }
    self.outcome = outcome
    pkce = PKCE()
    endpoint = SpotifyTokenEndpoint(client, at: roots, clientID: clientID, timing: timing)
    redirectAddress = redirect.address
    page =
      roots.accounts.appending("authorize").adding([
        HTTPURL.Item("client_id", clientID.text), HTTPURL.Item("response_type", "code"),
        HTTPURL.Item("redirect_uri", redirect.address), HTTPURL.Item("scope", SpotifyScope.all),
        HTTPURL.Item("state", state), HTTPURL.Item("code_challenge_method", "S256"),
        HTTPURL.Item("code_challenge", pkce.challenge),
      ]).requestText
  }

  /// Waits for the user to agree, then gets the tokens; once.
  ///
  /// - Throws: `.accessDenied`, `.noRedirect` and `.signInFailed`, among others.
  package func tokens(within time: Duration = longestWait) async throws(SpotifyError)
    -> SpotifyTokens
  {
    let outcome = outcome
    let timer = Task {
      do { try await Task.sleep(for: time) } catch { return }
      outcome.set(.failure(.noRedirect))
    }
    let result = await outcome.value(ifCancelled: .failure(.cancelled))
    timer.cancel()
    let code = try result.get()
    return try await endpoint.tokens(
      for: code, verifier: pkce.verifier, redirect: redirect.address)
  }

  /// Takes the redirected address from a user whose browser is on another machine.
  ///
  /// - Throws: `.wrongRedirect`, after which another try is possible.
  package func redirect(pasted text: String) throws(SpotifyError) {
    let meaning = try redirect.meaning(ofPasted: text)
    _ = Self.receive(meaning, outcome)
  }

  /// Ends listening; the port is free when this returns.
  package func end() {
    outcome.set(.failure(.cancelled))
    listener?.end()
  }

  private static func receive(
    _ meaning: SpotifyRedirect.Meaning, _ outcome: FirstValue<Result<Secret, SpotifyError>>
  ) -> LoopbackPage {
    let result: Result<Secret, SpotifyError>
    switch meaning {
    case .foreign:
      // The sign-in goes on: whoever sent it could end each one otherwise.
      return LoopbackPage(
        status: 400, title: "Not this sign-in",
        text: "This address does not belong to the sign-in that Tritone waits for. Use the page "
          + "that it opened last.")
    case .code(let code): result = .success(code)
    case .denied: result = .failure(.accessDenied)
    case .failed(let error):
      result = .failure(
        .signInFailed(reason: "Spotify's page failed (“\(error)”): sign in again"))
    }
    let isFirst = outcome.set(result)
    switch outcome.current {
    case .success:
      return LoopbackPage(
        title: isFirst ? "Back to Tritone" : "Done already",
        text: "Spotify has answered, and Tritone does the rest. This page may be closed.")
    case .failure(.accessDenied):
      return LoopbackPage(
        title: "Not allowed",
        text: "You did not allow access, so Tritone is not signed in. This page may be closed.")
    case .failure, nil:
      return LoopbackPage(
        status: isFirst ? 400 : 410, title: "The sign-in is over",
        text: "Tritone is not signed in: begin again there. This page may be closed.")
    }
  }
}

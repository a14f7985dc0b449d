import Foundation
import Music

/// Signing in: the authorization code flow with PKCE.
extension FakeSpotify.State {
  mutating func accounts(_ request: FakeSpotifyRequest) -> FakeSpotifyReply {
    switch (request.method, request.path) {
    case ("GET", "/authorize"): authorize(request.query)
    case ("POST", "/api/token"): token(request)
    default: FakeSpotifyReply(status: 404)
    }
  }

  /// The page on which the user agrees at once; a browser follows its redirect.
  private mutating func authorize(_ query: [String: String]) -> FakeSpotifyReply {
    func page(_ text: String) -> FakeSpotifyReply {
      FakeSpotifyReply(status: 400, body: Array(text.utf8))
    }
    guard query["client_id"] == clientID else { return page("INVALID_CLIENT: Invalid client") }
    guard let redirect = query["redirect_uri"], isRegistered(redirect) else {
      return page("INVALID_CLIENT: Insecure redirect URI")
    }
    guard let state = query["state"], state.utf8.count >= 16 else { return page("no state") }
    func back(_ item: String) -> FakeSpotifyReply {
      FakeSpotifyReply(status: 302, headers: ["Location: \(redirect)?\(item)&state=\(state)"])
    }
    let scopes = (query["scope"] ?? "").split(separator: " ").map(String.init)
    guard scopes.allSatisfy(Self.scopes.contains) else { return back("error=invalid_scope") }
    guard query["response_type"] == "code", query["code_challenge_method"] == "S256",
      let challenge = query["code_challenge"], challenge.utf8.count == 43,
      challenge.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
    else { return back("error=invalid_request") }
    guard agrees else { return back("error=access_denied") }
    given += 1
    let code = "code-s3cr3t-\(given)"
    codes[code] = FakeSpotify.Code(
      challenge: challenge, redirect: redirect, scopes: scopes.filter { !withheld.contains($0) })
    return back("code=\(code)")
  }

  private static let scopes: Set<String> = [
    "playlist-modify-private", "playlist-modify-public", "playlist-read-private", "user-top-read",
    "user-follow-read",
  ]

  /// Exact, but for the port of a loopback address that is registered without one.
  private func isRegistered(_ redirect: String) -> Bool {
    if redirects.contains(redirect) { return true }
    guard var parts = URLComponents(string: redirect), parts.host == "127.0.0.1", parts.port != nil
    else { return false }
    parts.port = nil
    return redirects.contains(parts.string ?? "")
  }

  private mutating func token(_ request: FakeSpotifyRequest) -> FakeSpotifyReply {
    guard request.contentType.hasPrefix("application/x-www-form-urlencoded"),
      let form = FakeSpotifyRequest.items(String(decoding: request.body, as: UTF8.self))
    else { return .fault("invalid_request", "a form is wanted") }
    guard form["client_id"] == clientID else { return .fault("invalid_client", "Invalid client") }
    switch form["grant_type"] {
    case "authorization_code":
      // Single use, whatever comes of it.
      guard let code = codes.removeValue(forKey: form["code"] ?? "") else {
        return .fault("invalid_grant", "Invalid authorization code")
      }
      guard form["redirect_uri"] == code.redirect else {
        return .fault("invalid_grant", "Invalid redirect URI")
      }
      let verifier = form["code_verifier"] ?? ""
      guard (43...128).contains(verifier.utf8.count), Self.challenge(verifier) == code.challenge
      else { return .fault("invalid_grant", "code_verifier was incorrect") }
      return tokens(code.scopes, isNew: true)
    case "refresh_token":
      refreshes += 1
      let old = form["refresh_token"] ?? ""
      guard let scopes = refresh[old] else {
        return .fault("invalid_grant", "Refresh token revoked")
      }
      if rotates { refresh[old] = nil }
      return tokens(scopes, isNew: rotates)
    default: return .fault("unsupported_grant_type", "grant_type is not supported")
    }
  }

  private static func challenge(_ verifier: String) -> String {
    let hex = Array(SHA256.digest(of: Array(verifier.utf8)))
    let bytes = stride(from: 0, to: hex.count, by: 2).compactMap {
      UInt8(String(hex[$0...$0 + 1]), radix: 16)
    }
    return Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  private mutating func tokens(_ scopes: [String], isNew: Bool) -> FakeSpotifyReply {
    given += 1
    accessToken = "access-s3cr3t-\(given)"
    access[accessToken] = FakeSpotify.Access(scopes: scopes, ends: now + tokenLife)
    var answer: [String: Any] = [
      "access_token": accessToken, "token_type": "Bearer",
      "scope": scopes.joined(separator: " "), "expires_in": tokenLife,
    ]
    if isNew {
      refreshToken = "refresh-s3cr3t-\(given)"
      refresh[refreshToken] = scopes
      answer["refresh_token"] = refreshToken
    }
    return .json(answer)
  }
}

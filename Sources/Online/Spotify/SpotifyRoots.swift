package import HTTP

/// The addresses of Spotify's two servers, or of ones like them.
package struct SpotifyRoots: Hashable, Sendable {
  package static let accountsAddress = "https://accounts.spotify.com"
  package static let apiAddress = "https://api.spotify.com/v1"

  /// Signs users in and hands out tokens.
  package let accounts: HTTPURL
  package let api: HTTPURL

  /// - Throws: `.invalidSettings` for http to another machine, among others.
  package init(
    accounts: String = Self.accountsAddress, api: String = Self.apiAddress
  ) throws(SpotifyError) {
    self.accounts = try Self.url(accounts)
    self.api = try Self.url(api)
  }

  private static func url(_ text: String) throws(SpotifyError) -> HTTPURL {
    do { return try ServiceRoot(text).url } catch {
      guard case .notEncrypted = error else {
        throw .invalidSettings(reason: "Spotify: \(error.message)")
      }
      throw .invalidSettings(
        reason: "Spotify: the address begins with http://, so everybody on the way could read "
          + "the tokens: use https://")
    }
  }
}

internal import FoundationEssentials
package import Music

/// The tokens of a user, and what they allow.
package struct SpotifyTokens: Equatable, Sendable, Redacted {
  package var access: Secret
  package var refresh: Secret
  package var scopes: [SpotifyScope]
  /// The end of the access token, in Unix seconds.
  package var ends: Int64

  package init(access: Secret, refresh: Secret, scopes: [SpotifyScope], ends: Int64) {
    self.access = access
    self.refresh = refresh
    self.scopes = scopes
    self.ends = ends
  }

  package var description: String { "tokens (secret)" }

  private struct Stored: Codable {
    var access: String
    var refresh: String
    var scopes: [String]
    var ends: Int64
  }

  /// As the store of secrets keeps them; nil for what is none of ours.
  package init?(stored: Secret) {
    // Another program may have written it: then there are no tokens.
    guard stored.text.utf8.count <= 65_536,
      let values = try? JSONDecoder().decode(Stored.self, from: Data(stored.text.utf8)),
      let access = SpotifyText.token(values.access), let refresh = SpotifyText.token(values.refresh)
    else { return nil }
    self.init(
      access: access, refresh: refresh,
      scopes: SpotifyScope.granted(values.scopes.joined(separator: " ")), ends: values.ends)
  }

  package var stored: Secret {
    let values = Stored(
      access: access.text, refresh: refresh.text, scopes: scopes.map(\.rawValue), ends: ends)
    // because texts and a number can always be written as JSON
    return Secret(String(decoding: try! JSONEncoder().encode(values), as: UTF8.self))
  }
}

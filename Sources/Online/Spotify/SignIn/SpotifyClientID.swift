internal import Music

/// The id of the user's own app at Spotify, which has no secret.
package struct SpotifyClientID: Hashable, Sendable {
  package let text: String

  /// How to get one.
  package static let instructions = """
    Spotify wants each user of a program like this to have an app of their own, which is free:
    1. Open https://developer.spotify.com/dashboard, sign in, and choose “Create app”.
    2. Give it any name, and the redirect address http://127.0.0.1:8765/callback
       (or http://127.0.0.1/callback, which allows any port).
    3. Choose “Web API”, save, and copy the client id from the app's settings.
    """

  package init(_ text: String) throws(SpotifyError) {
    let text = text.trimmed()
    guard (8...64).contains(text.utf8.count),
      text.utf8.allSatisfy({
        (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
      })
    else {
      throw .invalidSettings(
        reason: "this is no client id of Spotify: it is the 32 letters and digits that "
          + "developer.spotify.com/dashboard shows in your app's settings")
    }
    self.text = text
  }
}

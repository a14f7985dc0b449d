package import Music

/// Progress and results of builds, and the account and presets for them.
package enum BuildEvent: Equatable, Sendable {
  case progressed(BuildPhase, serial: Int)
  case finished(BuildResult, serial: Int)
  /// The text gives the reason.
  case failed(String, serial: Int)
  /// The build was cancelled; `left` names the tracks written by then, nil for none.
  case stopped(left: String?, serial: Int)
  /// Writing ended in the middle; the text says what is there, and why. `BuildEffect.resume` goes on.
  case incomplete(String, wasStopped: Bool, serial: Int)
  /// Names that begin as asked for.
  case artistsCompleted([String], serial: Int)
  case presetsLoaded([BuildPreset])
  /// Nil where there is none of that name.
  case presetFound(String, BuildPreset?)
  case presetImported(BuildPreset)
  /// A file exists at the path.
  case exportRefused(path: String)
  case account(SpotifyAccount)
  /// The user's playlists at Spotify.
  case spotifyPlaylists([SpotifyPlaylistItem])
}

/// A playlist at Spotify in a list.
package struct SpotifyPlaylistItem: Equatable, Sendable {
  package var id: String
  package var name: String
  package var tracks: Int

  package init(id: String, name: String, tracks: Int) {
    self.id = id
    self.name = name
    self.tracks = tracks
  }
}

/// Permissions of the program at Spotify, in words: "read the artists followed".
package struct SpotifyGrants: Equatable, Sendable {
  package var allowed: [String]
  package var refused: [String]

  package init(allowed: [String] = [], refused: [String] = []) {
    self.allowed = allowed
    self.refused = refused
  }
}

/// The state of the account at Spotify.
package enum SpotifyAccount: Equatable, Sendable {
  /// Not asked for yet.
  case unknown
  case signedOut
  /// The address to open where the browser did not; nil before it is known.
  case signingIn(address: String?)
  /// Nil for an account without a name.
  case signedIn(name: String?, grants: SpotifyGrants = SpotifyGrants())
  /// The text gives the reason.
  case failed(String)

  /// The state in words.
  package var text: String {
    switch self {
    case .unknown: "Asking for the account..."
    case .signedOut: "Not signed in"
    case .signingIn: "Opening browser for Spotify sign-in..."
    case .signedIn(let name?, _): "Signed in as \(name)"
    case .signedIn(nil, _): "Signed in"
    case .failed: "Authentication failed"
    }
  }

  package var isSignedIn: Bool { if case .signedIn = self { true } else { false } }
}

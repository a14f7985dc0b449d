package import Music

/// Building of playlists, and the account and presets for it.
package enum BuildEffect: Equatable, Sendable {
  /// Performs a dry run or a build. All its events carry the serial.
  case start(BuildOptions, serial: Int)
  /// Writes the tracks of a dry run as they stand.
  case write(BuildResult, BuildOptions, serial: Int)
  /// Writes the rest of the playlist whose writing ended in the middle.
  case resume(serial: Int)
  /// Ends the dry run or build that goes on; `BuildEvent.stopped` or its result follows.
  case cancel
  /// Names of the library's artists that begin so.
  case completeArtists(String, serial: Int)
  case preset(BuildPresetEffect)
  case account(SpotifyEffect)
  /// Opens an address in the browser.
  case openLink(String)
}

/// Named options of builds, and their files.
package enum BuildPresetEffect: Equatable, Sendable {
  case load
  /// Finds one by its name; `BuildEvent.presetFound` follows.
  case find(String)
  /// Keeps one, in place of another with its name.
  case save(BuildPreset)
  case delete(String)
  /// Writes one to a file: as `.env` by that ending, else as JSON.
  case export(BuildPreset, to: String, replaces: Bool)
  case importFile(FilePath)
}

/// The account at Spotify.
package enum SpotifyEffect: Equatable, Sendable {
  /// Asks for the account as it is; `BuildEvent.account` follows.
  case look
  /// Begins a sign-in in the browser; `BuildEvent.account` follows at each step.
  case signIn
  /// Ends it with the address that the browser was led to, pasted on a machine without one.
  case finishSignIn(String)
  case cancelSignIn
  case signOut
  /// Lists the user's playlists there; `BuildEvent.spotifyPlaylists` follows.
  case playlists
  /// Makes a playlist of the library from one there, by its id, address or name.
  case importPlaylist(String)
}

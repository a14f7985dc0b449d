/// A service that the user signs in to.
package enum SecretService: String, CaseIterable, Sendable {
  case listenBrainz = "listenbrainz"
  case lastFM = "lastfm"
  case spotify
  /// A server of music or audiobooks, by its UUID.
  case server

  /// The service's own spelling, which a keyring shows.
  package var title: String {
    switch self {
    case .listenBrainz: "ListenBrainz"
    case .lastFM: "Last.fm"
    case .spotify: "Spotify"
    case .server: "Music server"
    }
  }
}

/// The purpose of a secret: an account of a service.
package struct SecretName: Hashable, Sendable {
  package let service: SecretService
  /// A user, and the address of the server where there are several.
  package let account: String

  static let maximumAccount = 1024

  package init(_ service: SecretService, account: String) {
    self.service = service
    self.account = account
  }

  /// D-Bus texts hold no NUL.
  var isValid: Bool {
    !account.isEmpty && account.utf8.count <= Self.maximumAccount && !account.utf8.contains(0)
  }
}

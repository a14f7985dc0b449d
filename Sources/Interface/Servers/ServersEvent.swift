package import Music

/// Servers that the user has added, their questions, and downloads of their tracks.
package enum ServersEvent: Equatable, Sendable {
  /// All servers, at a Unix time in seconds. Also unasked: at the start, and when a state changes.
  case listed([ServerListItem], at: Int64)
  case added(Server, mayDownload: Bool = true)
  /// The name, the address, the options or the sign-in of a server.
  case changed(Server)
  /// Tracks that left the library.
  case removed(name: String, tracks: Int)
  case checked(ServerCheck)
  /// The password would cross a public network in the clear. Nothing was added.
  case plainHTTPAsked(ServerDraft)
  /// The new address of a known server is doubtful. Nothing was changed.
  case changeAsked(ServerID, ServerChange, ServerDoubt)
  /// No known authority vouches for the certificate. Nothing was added or changed.
  case certificateAsked(ServerCertificate, for: CertificateSubject)
  case listing(ServerID, ServerListingProgress)
  case listingEnded(ServerID, ServerListingResult)
  /// A listing, or anything else that nobody waits for, failed; the text says what to do next.
  case failed(ServerID, String)
  /// The server does not take the sign-in any longer.
  case signInNeeded(ServerID)
  /// Nil where none goes on.
  case downloading(DownloadProgress?)
  case downloaded(DownloadResult)
  case downloadsRemoved(tracks: Int, bytes: Int64)
  /// The tracks on this disk, among those that were asked for. Also unasked after downloads.
  case onDisk(Set<TrackID>, of: Set<TrackID>)
  /// Nil where no server holds a play queue.
  case queueFound(RemotePlayQueue?)
  /// A server has a newer place of the book that was to play, in another part: the player waits,
  /// paused, to go on there.
  case placeTaken(BookID, BookProgress)
  case shared(SharedEvent)
}

/// A certificate that no known authority vouches for.
package struct ServerCertificate: Equatable, Sendable {
  /// SHA-256 in lower hexadecimal digits, as `ServerOptions.fingerprint`.
  package var fingerprint: String
  /// Why it is not trusted.
  package var reason: String

  package init(fingerprint: String, reason: String) {
    self.fingerprint = fingerprint
    self.reason = reason
  }
}

/// The server whose certificate is asked about.
package enum CertificateSubject: Equatable, Sendable {
  /// The answer adds it again with the fingerprint in its options.
  case new(ServerDraft, allowsPlainHTTP: Bool)
  /// The answer stores the fingerprint among the options.
  case known(ServerID)
  /// The answer changes the server with the fingerprint in its options.
  case changed(ServerID, ServerChange)
}

/// The play queue that another client has saved, with the tracks that this library knows.
package struct RemotePlayQueue: Equatable, Sendable {
  package var server: String
  /// The client that saved it, as the server names it.
  package var client: String?
  package var tracks: [QueuedTrack]
  /// The index of the track that played.
  package var current: Int
  package var position: Duration
  /// Tracks that this library does not know.
  package var unknown: Int

  package init(
    server: String, client: String? = nil, tracks: [QueuedTrack], current: Int = 0,
    position: Duration = .zero, unknown: Int = 0
  ) {
    self.server = server
    self.client = client
    self.tracks = tracks
    self.current = current
    self.position = position
    self.unknown = unknown
  }
}

package import Music

/// A server that the user has added, as the list shows it.
package struct ServerListItem: Equatable, Sendable, Identifiable {
  package enum State: Equatable, Sendable {
    case fine
    case listing(ServerListingProgress)
    /// The text says why it does not answer.
    case offline(String)
    case signInNeeded
  }

  package var server: Server
  /// The tracks of it in the library.
  package var tracks: Int
  /// Of these, the downloaded ones.
  package var tracksOnDisk: Int
  /// Bytes of the downloaded tracks.
  package var bytesOnDisk: Int64
  package var state: State

  package var id: ServerID { server.id }

  package init(
    _ server: Server, tracks: Int, tracksOnDisk: Int = 0, bytesOnDisk: Int64 = 0,
    state: State = .fine
  ) {
    self.server = server
    self.tracks = tracks
    self.tracksOnDisk = tracksOnDisk
    self.bytesOnDisk = bytesOnDisk
    self.state = state
  }
}

/// How far a listing of a server is.
package struct ServerListingProgress: Equatable, Sendable {
  package var done: Int
  /// Nil where the server does not say.
  package var total: Int?

  package init(done: Int, total: Int? = nil) {
    self.done = done
    self.total = total
  }
}

/// The changes that a listing made in the library.
package struct ServerListingResult: Equatable, Sendable {
  package var tracks: Int
  package var added: Int
  package var changed: Int
  package var removed: Int
  /// Whether it was cancelled before its end; the next one goes on there.
  package var wasCancelled: Bool

  package init(
    tracks: Int, added: Int = 0, changed: Int = 0, removed: Int = 0, wasCancelled: Bool = false
  ) {
    self.tracks = tracks
    self.added = added
    self.changed = changed
    self.removed = removed
    self.wasCancelled = wasCancelled
  }
}

/// A server's answer to a check.
package struct ServerCheck: Equatable, Sendable {
  package var server: ServerID
  /// "Navidrome 0.53.3", as the server names itself.
  package var version: String
  /// Whether the account may download files.
  package var mayDownload: Bool

  package init(server: ServerID, version: String, mayDownload: Bool = true) {
    self.server = server
    self.version = version
    self.mayDownload = mayDownload
  }
}

/// The kinds of services that take listens, by their API.
package enum ListenServiceKind: String, CaseIterable, Sendable {
  case listenBrainz = "listenbrainz"
  case lastFM = "lastfm"

  package var title: String {
    switch self {
    case .listenBrainz: "ListenBrainz"
    case .lastFM: "Last.fm"
    }
  }

  /// The service's own root address.
  package var address: String {
    switch self {
    case .listenBrainz: "https://api.listenbrainz.org"
    case .lastFM: "https://ws.audioscrobbler.com/2.0/"
    }
  }
}

/// The id of a service that the user has signed in to.
package struct ListenServiceID: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int64
  package init(rawValue: Int64) { self.rawValue = rawValue }
  package init(_ value: Int64) { rawValue = value }
}

/// A service that the user has signed in to, and its queue.
package struct ListenService: Equatable, Sendable, Identifiable {
  /// Why nothing is sent.
  package enum Obstacle: Equatable, Sendable {
    /// The user has to sign in again.
    case signIn(reason: String)
    /// The last attempt failed; the next one is at `ListenService.retryTime`.
    case failing(reason: String)
  }

  package var id: ListenServiceID
  package var kind: ListenServiceKind
  /// The root address, and the user's name there.
  package var root: String
  package var user: String
  /// Whether the user has paused the sending.
  package var isPaused: Bool
  /// Whether loved tracks are told.
  package var sendsLove: Bool
  /// The first sign-in, in Unix seconds: earlier plays are those of the history.
  package var since: Int64
  /// The time of the last play of the history that was imported; 0 for none.
  package var imported: Int64
  /// Failures in a row.
  package var failures: Int
  /// The time of the next attempt, in Unix seconds; 0 for at once.
  package var retryTime: Int64
  package var obstacle: Obstacle?
  /// Listens and feedback that wait.
  package var waiting: Int

  package init(
    id: ListenServiceID, kind: ListenServiceKind, root: String, user: String,
    isPaused: Bool = false, sendsLove: Bool = false, since: Int64 = 0, imported: Int64 = 0,
    failures: Int = 0, retryTime: Int64 = 0, obstacle: Obstacle? = nil, waiting: Int = 0
  ) {
    self.id = id
    self.kind = kind
    self.root = root
    self.user = user
    self.isPaused = isPaused
    self.sendsLove = sendsLove
    self.since = since
    self.imported = imported
    self.failures = failures
    self.retryTime = retryTime
    self.obstacle = obstacle
    self.waiting = waiting
  }

  /// Whether something may be sent at a time, in Unix seconds.
  package func maySend(at now: Int64) -> Bool {
    isActive && waitEnd(at: now) <= now
  }

  /// Whether something may be sent now or later without an act of the user.
  package var isActive: Bool {
    if case .signIn = obstacle { return false }
    return !isPaused
  }

  /// The time of the next attempt; one far away was noted while the clock was wrong.
  package func waitEnd(at now: Int64) -> Int64 {
    retryTime > now + Self.longestWait ? now : retryTime
  }

  /// Seconds: more than any service asks for.
  private static let longestWait: Int64 = 2 * 86_400
}

/// A row of the queue: a listen, or feedback about a track.
package struct QueuedListen: Equatable, Sendable, Identifiable {
  package let id: Int64
  package var listen: Listen
  /// Nil for a listen.
  package var feedback: ListenFeedback?

  package init(id: Int64, listen: Listen, feedback: ListenFeedback?) {
    self.id = id
    self.listen = listen
    self.feedback = feedback
  }
}

/// Plays from before a sign-in, as listens.
package struct PastListens: Equatable, Sendable {
  package var listens: [Listen] = []
  /// The plays that were looked at.
  package var plays = 0
  /// The time of the last of them; nil where there are none.
  package var last: Int64?

  package init() {}
}

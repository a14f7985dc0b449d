import Glibc
import HTTP
import Library
import Log
import Music
import Online
import Secrets

/// Sends the queue of listens to their services, in order and in batches.
///
/// Listens without an answer are sent again with the same times, by which services know them.
actor ListenSending {
  let library: Library
  private let secrets: ListenSecrets
  private let client: HTTPClient
  let log: Log
  /// Tells the user, once for each cause.
  private let tell: @Sendable (String) -> Void
  /// The recording announced last, by service.
  private var announced: [ListenServiceID: (track: ListenedTrack, id: String)] = [:]
  /// Times of the next attempts that the library cannot note, in Unix seconds.
  private var blockedUntil: [ListenServiceID: Int64] = [:]
  /// Reasons of services for not taking a listen, which the user was told.
  private var toldReasons: Set<String> = []
  private let ownRoots: [ListenServiceKind: String]

  /// - Parameter ownRoots: the addresses of the services themselves, which take batches.
  init(
    library: Library, secrets: ListenSecrets, client: HTTPClient, log: Log,
    ownRoots: [ListenServiceKind: String], tell: @escaping @Sendable (String) -> Void
  ) {
    self.library = library
    self.ownRoots = ownRoots
    self.secrets = secrets
    self.client = client
    self.log = log
    self.tell = tell
  }

  static var now: Int64 { Int64(time(nil)) }

  /// The longest pause of a service that is waited for between two requests.
  static let patience: Duration = .seconds(60)
  /// Seconds after which a process looks again whether another one has sent everything.
  private static let otherSender: Int64 = 60
  private static let mostReasons = 20

  /// Listens of one request.
  ///
  /// Servers with the same API get one at a time: Maloja stops at the first that it has already, and
  /// confirms all of them.
  func batchSize(for service: ListenService) -> Int {
    service.root == ownRoots[service.kind] ? service.kind.batchSize : 1
  }

  // MARK: The queue

  /// Sends everything that is due.
  ///
  /// - Returns: the time of the next attempt in Unix seconds; nil where nothing waits for one.
  func sendAll() async -> Int64? {
    do throws(LibraryError) {
      let services = try await library.listenServices()
      guard services.contains(where: { $0.waiting > 0 && $0.isActive }) else {
        return nil
      }
      guard let lock = try library.lockSending() else { return Self.now + Self.otherSender }
      defer { withExtendedLifetime(lock) {} }
      // Another process may have sent it meanwhile.
      for service in try await library.listenServices() where !Task.isCancelled {
        await send(service)
      }
      return try await library.listenServices()
        .filter { $0.waiting > 0 && $0.isActive }
        .map { service in
          max(service.waitEnd(at: Self.now), blockedUntil[service.id] ?? 0, Self.now + 1)
        }.min()
    } catch {
      log.error(
        .scrobble, "the queue cannot be read", [LogField("reason", sentence: error.message)])
      return Self.now + Self.otherSender
    }
  }

  private func send(_ service: ListenService) async {
    guard service.waiting > 0, service.maySend(at: Self.now),
      blockedUntil[service.id] ?? 0 <= Self.now
    else { return }
    do {
      try await drop(service)
      let client = try await client(for: service)
      while !Task.isCancelled {
        // The user may have paused it or signed out.
        guard let now = try await library.listenServices().first(where: { $0.id == service.id }),
          now.maySend(at: Self.now)
        else { return }
        let rows = try await library.queuedListens(of: service.id, atMost: batchSize(for: service))
        guard !rows.isEmpty else { return }
        if let pause = try await send(rows, to: service, client) { try await wait(pause) }
      }
    } catch {
      await note(error, of: service)
    }
  }

  /// Deletes what the service would no longer take.
  private func drop(_ service: ListenService) async throws {
    let count = try await library.dropListens(
      of: service.id, before: service.kind.earliestStart(at: Self.now))
    guard count > 0 else { return }
    log.warning(
      .scrobble, "dropped, being too old",
      fields(service) + [LogField("count", count)])
    tell("\(service.kind.title) takes no listens that old: \(count.counted("listen")) dropped")
  }

  /// - Returns: the pause that the service wants.
  private func send(
    _ rows: [QueuedListen], to service: ListenService, _ client: ListenClient
  ) async throws -> Duration? {
    do {
      return try await attempt(rows, service, client)
    } catch ScrobbleError.refused(let reason) {
      guard rows.count > 1 else {
        return try await done(rows, Submission([.ignored(reason: reason)]), service)
      }
      // One of them is at fault.
      let middle = rows.count / 2
      _ = try await send(Array(rows[..<middle]), to: service, client)
      return try await send(Array(rows[middle...]), to: service, client)
    }
  }

  /// One request.
  private func attempt(
    _ rows: [QueuedListen], _ service: ListenService, _ client: ListenClient
  ) async throws(ScrobbleError) -> Duration? {
    guard let feedback = rows.first?.feedback, let row = rows.first else {
      return try await done(rows, client.submit(rows.map(\.listen)), service)
    }
    var track = row.listen.track
    let known = announced[service.id].flatMap { $0.track.isSame(as: track) ? $0 : nil }
    if let known { track.ids = known.track.ids }
    try await client.rate(track, feedback, heardAs: known?.id)
    return try await done(rows, Submission([.accepted]), service)
  }

  private func done(
    _ rows: [QueuedListen], _ submission: Submission, _ service: ListenService
  ) async throws(ScrobbleError) -> Duration? {
    var (removed, ignored, later) = ([Int64](), [String](), nil as String?)
    for (row, verdict) in zip(rows, submission.verdicts) {
      switch verdict {
      case .accepted: removed.append(row.id)
      case .ignored(let reason):
        removed.append(row.id)
        ignored.append(reason)
        log.warning(
          .scrobble, "not taken",
          fields(service) + [
            LogField("reason", sentence: reason),
            LogField("title", private: row.listen.track.title),
          ])
        tellNotTaken(reason, service)
      case .later(let reason): later = reason
      }
    }
    // Out of the reach of a cancellation: the service has them.
    let (library, taken) = (library, removed)
    // The error is a value, since the compiler (6.3.1) crashes on a task with a typed throw.
    let removal = Task { () -> LibraryError? in
      do throws(LibraryError) {
        try await library.removeListens(taken, of: service.id)
        return nil
      } catch { return error }
    }
    if let error = await removal.value {
      throw .unavailable(reason: error.message, retryAfter: nil)
    }
    log.info(
      .scrobble, "sent",
      fields(service) + [LogField("count", removed.count - ignored.count)])
    if let later { throw .unavailable(reason: later, retryAfter: .seconds(3600)) }
    return submission.pause
  }

  private func tellNotTaken(_ reason: String, _ service: ListenService) {
    guard toldReasons.count < Self.mostReasons, toldReasons.insert(reason).inserted else { return }
    tell("\(service.name) does not take a listen: \(reason)")
  }

  private func wait(_ pause: Duration) async throws {
    guard pause <= Self.patience else {
      throw ScrobbleError.unavailable(reason: "the service asks for a pause", retryAfter: pause)
    }
    try await Task.sleep(for: pause)
  }

  // MARK: Playing now

  /// Tells the services what plays now; nothing is told again later.
  func announce(_ track: ListenedTrack) async {
    // A library that cannot be read is reported with the queue.
    for service in (try? await library.listenServices()) ?? [] {
      guard service.maySend(at: Self.now), !Task.isCancelled else { continue }
      do {
        let client = try await client(for: service)
        announced[service.id] = try await client.announce(track).map { (track: track, id: $0) }
      } catch let error as ScrobbleError {
        if case .notSignedIn = error { await note(error, of: service) }
        log.debug(
          .scrobble, "playing now was not told",
          fields(service) + [LogField("reason", sentence: error.message)])
      } catch {
        log.debug(
          .scrobble, "playing now was not told",
          fields(service) + [LogField("reason", sentence: UserText.of(error))])
      }
    }
  }

  // MARK: Parts

  /// - Throws: `ScrobbleError.unavailable` where no secret is found. Another session of the user may
  ///   have the keyring that this one has not.
  func client(for service: ListenService) async throws -> ListenClient {
    guard let credentials = try await secrets.credentials(of: service) else {
      throw ScrobbleError.unavailable(
        reason: "no token is found; \(service.signInCommand) keeps one", retryAfter: nil)
    }
    // The address was checked at the sign-in.
    return ListenClient(
      client, at: try ServiceRoot(service.root, allowsPlain: true), credentials)
  }

  /// Notes a failure, and when the next attempt is due.
  private func note(_ error: any Error, of service: ListenService) async {
    do throws(LibraryError) {
      var (reason, pause) = (UserText.of(error), nil as Duration?)
      switch error as? ScrobbleError {
      case .notSignedIn(let reason):
        guard try await library.requireSignIn(to: service.id, because: reason) else { return }
        log.error(
          .scrobble, "the sign-in is over",
          fields(service) + [LogField("reason", sentence: reason)])
        return tell("\(service.name): sign in again: \(service.signInCommand)")
      case .cancelled: return
      case .unavailable(let text, let retryAfter): (reason, pause) = (text, retryAfter)
      case .refused, .noSuchMethod, .notGranted, nil:
        if error is CancellationError { return }
      }
      // The row may have changed since the sending began.
      let failures =
        try await library.listenServices().first { $0.id == service.id }?.failures ?? 0
      // A server may make a pause longer, and shorten the first one alone.
      let least = failures == 0 && pause != nil ? 1 : Self.backOff(after: failures)
      let wait = max(least, min(pause?.components.seconds ?? 0, 86_400))
      blockedUntil[service.id] = Self.now + wait
      log.warning(
        .scrobble, "cannot be sent",
        fields(service) + [
          LogField("reason", sentence: reason), LogField("seconds", Int(wait)),
        ])
      try await library.postponeListens(
        of: service.id, to: Self.now + wait, because: reason)
      blockedUntil[service.id] = nil
    } catch {
      log.error(
        .scrobble, "the queue cannot be kept", [LogField("reason", sentence: error.message)])
    }
  }

  /// Seconds until the next attempt: a minute after the first failure, twice as long after each
  /// further one, an hour at most.
  static func backOff(after failures: Int) -> Int64 {
    60 * min(60, Int64(1) << Int64(min(max(0, failures), 6)))
  }

  private func fields(_ service: ListenService) -> [LogField] {
    [LogField("service", service.kind.rawValue), LogField("user", private: service.user)]
  }
}

extension ListenedTrack {
  /// Whether both are of the same names.
  fileprivate func isSame(as other: ListenedTrack) -> Bool {
    title == other.title && artist == other.artist
  }
}

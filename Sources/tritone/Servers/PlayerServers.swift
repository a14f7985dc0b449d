// Servers for the player: their list, signing in, listings in the background, downloads, and what
// servers are told of what is heard. Without a server only that is told, once.
import Interface
import Library
import Log
import Media
import Music
import Servers
import Streaming
import Synchronization

/// Servers of the running player.
final class PlayerServers: Sendable {
  let library: Library
  let mailbox: Mailbox
  let directories: Directories
  let access: ServerAccess
  let sounds: ServerSounds
  let remote: RemoteSounds
  let covers: ServerCovers
  let downloads: ServerDownloads
  let listening: ServerListening
  let states = ServerStates()
  let state = Mutex(State())

  struct State: Sendable {
    /// Whether the first rows are on the screen, so that servers may be asked.
    var hasBegun = false
    /// Whether the library had a server when it was looked at last.
    var hasServers = false
    var listings: [ServerID: Task<Void, Never>] = [:]
    var exchanges: [ServerID: Task<Void, Never>] = [:]
    /// Servers with edits since their exchange or their listing has begun.
    var edited: Set<ServerID> = []
    /// When a server was asked for the place of a book last.
    var askedPlaces: [String: ContinuousClock.Instant] = [:]
    /// The tracks of the queue as it was stored last; nil for that of the last run.
    var queue: [TrackID]?
    /// Whether anything was heard since the last pause.
    var hasHeard = false
    /// The place of the item that follows by itself; nil where it begins at its begin.
    var next: (id: PlayID, place: Duration)?
    /// Waits to save the queue at a server.
    var queueSaving: Task<Void, Never>?
    /// The track that the player has.
    var track: TrackID?
    var downloadsNextBook = false
    var deletesFinished = false
    /// Waits to tell servers of edits.
    var edits: Task<Void, Never>?
    var shared = SharedState()
    var isFinished = false
  }

  /// - Parameter cacheLimit: bytes of the cache of what has played.
  init(
    library: Library, mailbox: Mailbox, directories: Directories,
    cacheLimit: Int64 = StreamCache.defaultLimit
  ) {
    self.library = library
    self.mailbox = mailbox
    self.directories = directories
    let log = mailbox.log.log
    let states = states
    access = ServerAccess(directories, log: log)
    sounds = ServerSounds(
      library: library, access: access, directories: directories, cacheLimit: cacheLimit
    ) { server in
      if states.refused(server) { mailbox.post(.servers(.signInNeeded(server.id))) }
    }
    remote = sounds.remoteSounds()
    covers = ServerCovers(library, access, sounds, directories, log: log)
    downloads = ServerDownloads(
      folder: sounds.downloads, file: directories.waitingDownloads,
      requesting: sounds.downloading
    ) { Self.tell($0, of: library, to: mailbox) }
    listening = ServerListening(access, directories, log: log) { track, place in
      // The next place is stored five seconds later.
      try? await library.keepPlace(place, ofEpisode: track, at: BookTime.now)
    } told: { server, error in
      Self.tell(error, of: server, states, to: mailbox)
    }
  }

  /// Follows what is heard; asks nothing of any server.
  func follow() {
    let (listening, changes) = (listening, states.changes)
    Task { await listening.follow() }
    Task { [weak self] in
      for await _ in changes { await self?.list() }
    }
  }

  /// Goes on with what waited, once the first rows are on the screen.
  func begin() {
    Task.detached { await self.lookAround() }
  }

  /// A listing that is older is made anew in the background.
  private static let listingAge: Int64 = 86_400

  private func lookAround() async {
    state.withLock { $0.hasBegun = true }
    // A library that cannot be read says so elsewhere.
    guard let servers = try? await library.servers() else { return }
    state.withLock { $0.hasServers = !servers.isEmpty }
    guard !servers.isEmpty else {
      // The screen asks no more where the tracks in its rows are.
      return mailbox.post(.servers(.listed([], at: ListenSending.now)))
    }
    await list()
    await awaitAnalyses(of: servers)
    await downloads.resume()
    let old = servers.filter { ($0.lastListing ?? 0) < ListenSending.now - Self.listingAge }
    for server in old { sync(server) }
    await listening.sendWaiting(to: servers)
    for server in servers where !old.contains(where: { $0.id == server.id }) {
      exchange(server, takes: true, goesOn: true)
    }
  }

  /// Lets downloads be analysed that a command has left, or an older version.
  private func awaitAnalyses(of servers: [Server]) async {
    for server in servers where sounds.downloads.contents(of: server.uuid).tracks > 0 {
      // A library that cannot be written says so elsewhere.
      try? await library.awaitAnalysesOfDownloads(from: server)
    }
  }

  /// Servers may have been added or changed, and marks and places are to be told.
  func libraryChanged() {
    sounds.serversChanged()
    state.withLock { state in
      guard state.hasBegun, !state.isFinished, state.edits == nil else { return }
      state.edits = Task.detached {
        // Edits come in groups.
        do { try await Task.sleep(for: Self.editPause) } catch { return }
        self.state.withLock { $0.edits = nil }
        await self.tellOfEdits()
      }
    }
  }

  private static let editPause = Duration.seconds(2)

  private func tellOfEdits() async {
    guard let servers = try? await library.servers() else { return }
    let hadServers = state.withLock { state in
      defer { state.hasServers = !servers.isEmpty }
      return state.hasServers
    }
    // Another process may have added the first one, or removed the last.
    if hadServers == servers.isEmpty { await list() }
    for server in servers {
      await lookForSignIn(server)
      exchange(server, takes: false)
    }
  }

  /// Stores what was listened to, and ends; what is not sent waits on the disk.
  func finish() async {
    let (listings, exchanges) = state.withLock { state in
      state.isFinished = true
      state.edits?.cancel()
      state.queueSaving?.cancel()
      return (Array(state.listings.values), Array(state.exchanges.values))
    }
    for task in listings { task.cancel() }
    finishShared()
    await listening.end()
    await downloads.finish()
    // A request that is under way is better answered: what it told is not told again then.
    let patience = Task {
      do { try await Task.sleep(for: Self.exchangePatience) } catch { return }
      for task in exchanges { task.cancel() }
    }
    for task in exchanges { await task.value }
    patience.cancel()
    for task in listings { await task.value }
    states.finish()
  }

  private static let exchangePatience = Duration.milliseconds(500)

  // MARK: States

  /// Tells of faults that an act of the user ends; others pass by themselves.
  private static func tell(
    _ error: ServerError, of server: Server, _ states: ServerStates, to mailbox: Mailbox
  ) {
    guard error != .cancelled else { return }
    if states.note(error, of: server) { mailbox.post(.servers(.signInNeeded(server.id))) }
    mailbox.log.log.warning(
      .library, "a server does not answer", [LogField("reason", sentence: error.message)])
  }

  /// Tells of a fault of work that nobody waits for.
  func tell(_ error: any Error, of server: Server) {
    if let error = ServerError(found: error) {
      return Self.tell(error, of: server, states, to: mailbox)
    }
    guard !(error is CancellationError), error as? LibraryError != .cancelled else { return }
    mailbox.log.log.warning(
      .library, "a server cannot be asked", [LogField("reason", sentence: UserText.of(error))])
  }

  private static func tell(
    _ report: ServerDownloads.Report, of library: Library, to mailbox: Mailbox
  ) {
    switch report {
    case .progressed(let progress): mailbox.post(.servers(.downloading(progress)))
    case .ended(let result): mailbox.post(.servers(.downloaded(result)))
    case .arrived(let address):
      Task {
        // The next start looks for those that are not analysed.
        try? await library.awaitAnalyses(of: [address])
        // The sign at its row comes with the next look at it otherwise.
        guard let track = try? await library.track(at: address) else { return }
        mailbox.post(.servers(.onDisk([track], of: [track])))
      }
    }
  }

  func list() async {
    do {
      mailbox.post(.servers(.listed(try await items(), at: ListenSending.now)))
    } catch {
      mailbox.post(.failed(UserText.of(error)))
    }
  }

  func items() async throws -> [ServerListItem] {
    let servers = try await library.servers()
    state.withLock { $0.hasServers = !servers.isEmpty }
    let counts = try await library.serverTrackCounts()
    return servers.map { server in
      let onDisk = sounds.downloads.contents(of: server.uuid)
      return ServerListItem(
        server, tracks: counts[server.id] ?? 0, tracksOnDisk: onDisk.tracks,
        bytesOnDisk: onDisk.bytes, state: states.state(of: server))
    }
  }
}

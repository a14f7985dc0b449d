// Listening to tracks of servers: follows the player's reports, and tells the servers. There is one
// timer while such a track plays, and none otherwise.
import Library
import Log
import Music
import Threads
import Servers

/// Tells Subsonic servers of plays, and Audiobookshelf servers of the places in their books.
actor ServerListening {
  /// What an item of the player is at its server.
  enum Subject: Sendable {
    /// With what is kept of its place, where it is a long one.
    case song(Server, id: String, ListenSubject, place: HeardBook?)
    case book(Server, HeardBook)
  }

  private enum Input: Sendable {
    case item(PlayID, Subject)
    case report(PlayerState, ContinuousClock.Instant, Int64)
    case due(ContinuousClock.Instant)
  }

  private let access: ServerAccess
  private let directories: Directories
  private let log: Log
  private let told: @Sendable (Server, ServerError) -> Void
  /// Keeps the place of an episode or of a long track, which are no books of the library.
  private let keep: @Sendable (TrackID, Duration) async -> Void
  private nonisolated let inputs: AsyncStream<Input>.Continuation
  private let stream: AsyncStream<Input>
  private var tracker = ListenTracker()
  /// Songs that were handed to the player last, by their items.
  private var songs: [(id: PlayID, server: Server, track: String)] = []
  private var hearing = BookHearing()
  private var books: [PlayID: Server] = [:]
  private var playing: PlayID?
  private var syncs: [String: ListeningSync] = [:]
  private var plays: [String: PendingPlays] = [:]
  private var sendings: [String: Task<Void, Never>] = [:]
  private var timer: Task<Void, Never>?
  private var running: Task<Void, Never>?
  private let begun = (all: ContinuousClock.now, awake: SuspendingClock.now)
  private var slept = Duration.zero

  private static let mostSongs = 8

  /// - Parameters:
  ///   - keep: keeps the place of an episode or of a long track.
  ///   - told: called with faults that the user should know of; returns at once.
  init(
    _ access: ServerAccess, _ directories: Directories, log: Log,
    keep: @escaping @Sendable (TrackID, Duration) async -> Void,
    told: @escaping @Sendable (Server, ServerError) -> Void
  ) {
    self.keep = keep
    self.access = access
    self.directories = directories
    self.log = log
    self.told = told
    (stream, inputs) = AsyncStream.makeStream(of: Input.self)
  }

  // MARK: Any thread

  /// Notes what an item of the player is, before it plays.
  nonisolated func note(_ subject: Subject, of id: PlayID) { inputs.yield(.item(id, subject)) }

  nonisolated func note(_ report: PlayerReport) {
    guard case .state(let state) = report else { return }
    inputs.yield(.report(state, .now, ListenSending.now))
  }

  /// Follows the reports until `end`.
  func follow() {
    running = Task { for await input in stream { await receive(input) } }
  }

  /// Sends what waits on the disk; at the start, and when a server answers again.
  func sendWaiting(to servers: [Server]) async {
    for server in servers {
      switch server.kind {
      case .audiobookshelf:
        guard let sync = await sync(server) else { continue }
        do throws(ServerError) { try await sync.sendStored() } catch { told(server, error) }
      case .subsonic: sendPlays(to: server)
      case .coretet: break
      }
    }
  }

  /// A server was changed, signed in to anew, or removed. What is listened to goes on with its new
  /// client.
  ///
  /// - Parameter server: as it is now; nil for one that was removed.
  func changed(_ uuid: String, to server: Server?) async {
    let old = syncs.removeValue(forKey: uuid)
    plays[uuid] = nil
    var due: [BookHearing.Due] = []
    var place: Duration?
    if listened?.uuid == uuid {
      due = hearing.elapse(at: .now)
      place = hearing.restart()
      listened = nil
    }
    books = books.compactMapValues { $0.uuid == uuid ? server : $0 }
    songs = songs.compactMap { song in
      guard song.server.uuid == uuid else { return song }
      return server.map { (song.id, $0, song.track) }
    }
    guard let old else { return }
    for case .heard(let time, let reached) in due { await old.heard(time, to: reached) }
    if let place { await close(old, at: place) }
  }

  // MARK: Places

  /// The item of a book that the player has and that rests, and its position.
  var resting: (id: PlayID, position: Duration)? { hearing.resting }

  /// Whether a book, or an episode, is heard, or was within a time.
  func hears(_ item: String, episode: String?, within time: Duration) -> Bool {
    hearing.hasHeard(item, episode: episode, since: .now - time)
  }

  /// Stores what was listened to, and tells the servers if they answer soon.
  func end() async {
    inputs.finish()
    timer?.cancel()
    await running?.value
    await carryOut(hearing.elapse(at: .now) + hearing.end())
    for task in sendings.values { task.cancel() }
  }

  // MARK: Reports

  private func receive(_ input: Input) async {
    switch input {
    case .item(let id, let subject): return note(subject, id)
    case .report(let state, let now, let time):
      guard !songs.isEmpty || !hearing.isIdle else { return }
      noteSleep()
      await carryOut(tracker.elapse(at: now))
      playing = state.item
      await carryOut(tracker.receive(.state(state), at: now, time: time))
      await carryOut(hearing.receive(state, at: now))
    case .due(let instant):
      noteSleep()
      await carryOut(tracker.elapse(at: instant))
      await carryOut(hearing.elapse(at: instant))
    }
    setTimer()
  }

  private func note(_ subject: Subject, _ id: PlayID) {
    songs.removeAll { $0.id == id }
    switch subject {
    case .song(let server, let track, let subject, let place):
      if let place { note(place, of: server, id) }
      songs.append((id, server, track))
      if songs.count > Self.mostSongs, let old = songs.firstIndex(where: { $0.id != playing }) {
        songs.remove(at: old)
      }
      tracker.note(subject, of: id)
    case .book(let server, let part): note(part, of: server, id)
    }
  }

  private func note(_ part: HeardBook, of server: Server, _ id: PlayID) {
    hearing.note(part, of: id)
    if books.count > 4 * Self.mostSongs { books = books.filter { $0.key == playing } }
    books[id] = server
  }

  private func noteSleep() {
    let all = begun.all.duration(to: .now) - begun.awake.duration(to: .now)
    guard all - slept > .milliseconds(500) else { return }
    tracker.slept(all - slept)
    hearing.slept(all - slept)
    slept = all
  }

  private func setTimer() {
    timer?.cancel()
    timer = nil
    let step = hearing.isAdvancing ? ContinuousClock.now + BookHearing.step : nil
    guard let instant = [tracker.dueAt, step].compactMap(\.self).min() else { return }
    timer = Task { [inputs] in
      // Cancelled at each pause: it shall not wake a player that is idle.
      await OwnTasks.sleep(until: instant)
      guard !Task.isCancelled else { return }
      inputs.yield(.due(instant))
    }
  }

  // MARK: Songs

  private func carryOut(_ due: [ListenTracker.Due]) async {
    guard let song = songs.last(where: { $0.id == playing }) else { return }
    for due in due {
      switch due {
      case .playingNow: announce(song.track, at: song.server)
      case .listened(let listen):
        let pending = pending(song.server)
        await pending.add(.init(track: song.track, time: listen.start * 1_000))
        sendPlays(to: song.server)
      }
    }
  }

  private func pending(_ server: Server) -> PendingPlays {
    if let known = plays[server.uuid] { return known }
    let made = PendingPlays(folder: directories.serverFolder(server.uuid), log: log)
    plays[server.uuid] = made
    return made
  }

  private func announce(_ track: String, at server: Server) {
    let now = ListenSending.now * 1_000
    Task { [access] in
      // Nobody misses it where the server does not answer.
      guard case .subsonic(let client)? = try? await access.client(of: server) else { return }
      try? await client.scrobble(track, at: now, isNowPlaying: true)
    }
  }

  /// After what is being sent.
  private func sendPlays(to server: Server) {
    let pending = pending(server)
    sendings[server.uuid] = Task { [access, told, before = sendings[server.uuid]] in
      await before?.value
      guard await !pending.isEmpty, !Task.isCancelled else { return }
      do {
        guard case .subsonic(let client) = try await access.client(of: server) else { return }
        if let error = await pending.send(by: client) { told(server, error) }
      } catch {
        if let error = error as? ServerError { told(server, error) }
      }
    }
  }

  // MARK: Books

  private func carryOut(_ due: [BookHearing.Due]) async {
    for due in due {
      if case .begin(let book, _) = due {
        listened = playing.flatMap { books[$0] }
        let isOne = book.episode != nil || listened?.kind == .subsonic
        single = isOne ? playing?.track : nil
      }
      guard let server = listened else { continue }
      if server.kind == .subsonic {
        await keep(due)
        continue
      }
      guard let sync = await sync(server) else { continue }
      switch due {
      case .begin(let book, let place): await sync.begin(book, at: place)
      case .heard(let time, let place):
        await sync.heard(time, to: place)
        await keep(place)
      case .paused(let place): await sync.note(.paused, at: place)
      case .sought(let place):
        await sync.note(.sought, at: place)
        await keep(place)
      case .chapterChanged(let place): await sync.note(.chapterChanged, at: place)
      case .close(let place):
        listened = nil
        await close(sync, at: place)
      }
    }
  }

  /// The stretch is on the disk first; a server that does not answer holds up nothing.
  private func close(_ sync: ListeningSync, at place: Duration) async {
    let (done, end) = AsyncStream.makeStream(of: Void.self)
    Task {
      await sync.close(at: place)
      end.finish()
    }
    Task {
      try? await Task.sleep(for: Self.closingTime)  // because nobody cancels it
      end.finish()
    }
    for await _ in done {}
  }

  /// The server whose book is listened to.
  private var listened: Server?

  /// The track of the episode, or the long track, that is listened to.
  private var single: TrackID?

  private func keep(_ place: Duration) async {
    if let single { await keep(single, place) }
  }

  /// A Subsonic server is told of the place by the exchange that follows a pause.
  private func keep(_ due: BookHearing.Due) async {
    switch due {
    case .begin, .chapterChanged: break
    case .heard(_, let place), .sought(let place), .paused(let place): await keep(place)
    case .close(let place):
      listened = nil
      await keep(place)
    }
  }

  private static let closingTime = Duration.milliseconds(500)

  /// What tells a server of listening, and of progress that was made otherwise.
  func sync(_ server: Server) async -> ListeningSync? {
    if let known = syncs[server.uuid] { return known }
    // Without a client there is nobody to tell; the user is told where the server is asked.
    guard case .audiobookshelf(let client)? = try? await access.client(of: server) else {
      return nil
    }
    // Another call may have made it meanwhile.
    if let known = syncs[server.uuid] { return known }
    let told = told
    let made = Self.sync(server, client, directories, log: log) { told(server, $0) }
    syncs[server.uuid] = made
    return made
  }

  static func sync(
    _ server: Server, _ client: AudiobookshelfClient, _ directories: Directories, log: Log,
    told: @escaping @Sendable (ServerError) -> Void
  ) -> ListeningSync {
    ListeningSync(
      client, device: ServerDevice(directories).device,
      store: LocalSessionFile(folder: directories.serverFolder(server.uuid), log: log)
    ) { report in
      switch report {
      case .opened, .synced: break
      case .offline(let error): told(error)
      case .gone: log.warning(.library, "a book is no longer on its server", [])
      case .sentStored(let count):
        log.info(.library, "sent listening", [LogField("count", count)])
      }
    }
  }
}

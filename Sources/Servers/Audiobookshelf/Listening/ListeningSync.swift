package import Music

/// Tells a server what is listened to, and decides by which way: while a book is listened to its
/// session has the place, and a change of progress only when there is none.
///
/// Each stretch of listening is on the disk from its first five to ten seconds on until the server
/// has it, so that neither a lost network nor a killed program loses it. Requests go out one after
/// the other.
package actor ListeningSync {
  /// What happened, for the log and the user.
  package enum Report: Equatable, Sendable {
    /// The server's place as the session began.
    case opened(ListenedBook, place: Duration)
    case synced(ListenedBook, place: Duration)
    /// Listening stays on the disk until the server takes it.
    case offline(ServerError)
    /// The item has been deleted on the server.
    case gone(ListenedBook)
    /// Stretches that had waited on the disk have reached the server.
    case sentStored(Int)
  }

  /// A reason to sync before the next half minute is over.
  package enum Moment: Equatable, Sendable { case paused, sought, chapterChanged }

  /// Listening after which the server is told.
  static let syncInterval: Duration = .seconds(30)
  /// Listening after which a stretch is stored again.
  static let storeInterval: Duration = .seconds(5)
  /// Milliseconds between syncs for seeks, which come in runs.
  static let seekInterval: Int64 = 5_000

  let client: AudiobookshelfClient
  let device: AudiobookshelfDevice
  let store: any LocalSessionStore
  let report: @Sendable (Report) -> Void

  var listenings: [Int: Listening] = [:]
  /// Attempts to send a stretch that the server refuses, by its id.
  var refusals: [String: Int] = [:]
  /// Lengths that books were begun without, as the server has them, and when it was asked.
  var lengths: [ProgressKey: (length: Int64, time: Int64)] = [:]
  private var current: Int?
  private var begun = 0
  private var queue: Task<Void, Never>?

  /// - Parameter report: called on any thread; must return at once.
  package init(
    _ client: AudiobookshelfClient, device: AudiobookshelfDevice, store: any LocalSessionStore,
    report: @escaping @Sendable (Report) -> Void = { _ in }
  ) {
    self.client = client
    self.device = device
    self.store = store
    self.report = report
  }

  /// A book that is listened to, until the server was told of its end.
  struct Listening {
    enum State: Equatable {
      case unopened
      case open(String)
      case gone
    }

    var book: ListenedBook
    var state = State.unopened
    var place: Duration
    /// What the server does not have yet.
    var stretch: LocalSession?
    /// Listening since the last sync was asked for.
    var unsynced = Duration.zero
    /// Listening since the stretch was stored.
    var unstored = Duration.zero
    var isSyncQueued = false
    /// Unix time in milliseconds.
    var lastSync: Int64
    var storing: Task<Void, Never>?
  }

  // MARK: Listening

  /// Begins to listen; ends what was listened to before.
  package func begin(_ book: ListenedBook, at place: Duration) {
    end()
    begun += 1
    listenings[begun] = Listening(book: book, place: place, lastSync: client.timing.now())
    current = begun
    enqueue(.open(begun))
  }

  /// Adds what was heard since the last call; every five seconds or sooner.
  ///
  /// - Parameters:
  ///   - heard: by the clock, not by the book: half of the latter at double speed.
  ///   - place: on the timeline, where it ended.
  package func heard(_ heard: Duration, to place: Duration) async {
    guard let id = current, var listening = listenings[id] else { return }
    listening.add(heard, to: place, now: client.timing.now())
    listening.unsynced += heard
    listening.unstored += heard
    if listening.unsynced >= Self.syncInterval { queueSync(id, &listening) }
    let isDue = listening.unstored >= Self.storeInterval
    if isDue { keep(&listening) }
    listenings[id] = listening
    if isDue { await listening.storing?.value }
  }

  /// Stores the stretch, after what is being stored; a request waits for that before it takes the
  /// stretch, so that nothing comes back that was removed.
  private func keep(_ listening: inout Listening) {
    guard let stretch = listening.stretch else { return }
    listening.unstored = .zero
    listening.storing = Task { [previous = listening.storing] in
      await previous?.value
      await keepOwn(stretch)
    }
  }

  /// Stores a stretch as this process's own.
  func keepOwn(_ stretch: LocalSession) async {
    var stretch = stretch
    stretch.owner = await store.owner
    await store.keep(stretch)
  }

  /// Tells the server of a moment at which others would want to know the place.
  package func note(_ moment: Moment, at place: Duration) {
    guard let id = current, var listening = listenings[id] else { return }
    let now = client.timing.now()
    listening.add(.zero, to: place, now: now)
    switch moment {
    case .paused, .chapterChanged: queueSync(id, &listening)
    case .sought:
      if now - listening.lastSync >= Self.seekInterval {
        queueSync(id, &listening)
      } else {
        let soon = Self.syncInterval - .milliseconds(Self.seekInterval)
        listening.unsynced = max(listening.unsynced, soon)
      }
    }
    listenings[id] = listening
  }

  /// Ends the listening, and waits until the server knows; the stretch is on the disk by then, so
  /// that the caller need not wait for long.
  package func close(at place: Duration) async {
    if let id = current, var listening = listenings[id] {
      listening.add(.zero, to: place, now: client.timing.now())
      keep(&listening)
      listenings[id] = listening
      await listening.storing?.value
    }
    end()
    await settled()
  }

  /// Waits for all requests so far.
  package func settled() async { await queue?.value }

  private func end() {
    guard let id = current else { return }
    current = nil
    enqueue(.close(id))
  }

  private func queueSync(_ id: Int, _ listening: inout Listening) {
    listening.unsynced = .zero
    listening.lastSync = client.timing.now()
    guard !listening.isSyncQueued else { return }
    listening.isSyncQueued = true
    enqueue(.sync(id))
  }

  // MARK: The queue

  enum Operation: Sendable {
    case open(Int)
    case sync(Int)
    case close(Int)
  }

  private func enqueue(_ operation: Operation) {
    queue = Task { [previous = queue] in
      await previous?.value
      await perform(operation)
    }
  }

  /// Sends stretches that wait on the disk: when the network is back, and at the start.
  ///
  /// - Returns: How many the server has taken.
  @discardableResult
  package func sendStored() async throws(ServerError) -> Int {
    let task = Task { [previous = queue] in
      await previous?.value
      return await flush()
    }
    queue = Task { _ = await task.value }
    return try await task.value.get()
  }

  /// Sends progress that was made otherwise than by listening: books marked as finished, hidden, or
  /// heard elsewhere. The place of a book that is listened to is left to its session.
  package func send(
    _ progress: [ServerProgress]
  ) async throws(ServerError) -> AudiobookshelfClient.ProgressOutcome {
    let task = Task { [previous = queue] in
      await previous?.value
      return await change(progress)
    }
    queue = Task { _ = await task.value }
    return try await task.value.get()
  }
}

extension ListeningSync.Listening {
  mutating func measure(_ length: Int64) {
    book.length = length
    stretch?.measure(length)
  }

  /// Places that are closer are the same.
  private static let step: Duration = .milliseconds(500)

  /// Adds to the stretch, or begins one at the place so far; none where nothing has happened, since
  /// another client may have moved the place meanwhile.
  mutating func add(_ heard: Duration, to place: Duration, now: Int64) {
    guard state != .gone else { return }
    let isMoved = !(self.place - Self.step...self.place + Self.step).contains(place)
    guard stretch != nil || heard > .zero || isMoved else { return }
    var stretch = stretch ?? LocalSession(book, at: self.place, now: now)
    stretch.add(heard, to: place, now: now)
    self.stretch = stretch
    self.place = place
  }
}

import Interface
import Library
import Log
import Media
import Music
import Online
import Threads

/// Listens of the running player: follows its reports, stores what was listened to, and has it sent.
///
/// There is one timer while a track plays that may become a listen, and one while listens wait for
/// a time; none otherwise.
actor Scrobbling {
  private enum Input: Sendable {
    case item(PlayID, ListenSubject, FilePath?)
    case report(PlayerReport, ContinuousClock.Instant, Int64)
    /// An instant that was waited for has come.
    case due(ContinuousClock.Instant)
    case libraryChanged
    case wake
  }

  private let library: Library
  private let sending: ListenSending
  private let log: Log
  private nonisolated let inputs: AsyncStream<Input>.Continuation
  private let stream: AsyncStream<Input>
  private var tracker = ListenTracker()
  /// The files of the items handed to the player last.
  private var files: [(id: PlayID, path: FilePath)] = []
  private var playing: PlayID?
  /// Listens that could not be stored.
  private var unstored: [Listen] = []
  /// Whether an edit may have made feedback; nil while unknown.
  private var sendsLove: Bool?
  private var timer: Task<Void, Never>?
  private var wakeUp: Task<Void, Never>?
  private var announcement: Task<Void, Never>?
  private var sendingTask: Task<Void, Never>?
  private var sendsAgain = false
  private let begun = (all: ContinuousClock.now, awake: SuspendingClock.now)
  /// The time that the machine slept since.
  private var slept: Duration = .zero
  private var running: Task<Void, Never>?
  private var isBegun = false
  private var isEnded = false

  private static let mostUnstored = 100
  private static let mostFiles = 8

  init(library: Library, sending: ListenSending, log: Log) {
    self.library = library
    self.sending = sending
    self.log = log
    (stream, inputs) = AsyncStream.makeStream(of: Input.self)
  }

  /// - Parameter tell: shows the user a line.
  init(
    library: Library, directories: Directories, log: Log,
    tell: @escaping @Sendable (String) -> Void
  ) {
    self.init(
      library: library,
      sending: ListenSending(
        library: library, directories: directories, log: log, tell: tell),
      log: log)
  }

  // MARK: Any thread

  /// Notes what an item of the player plays, before it plays.
  nonisolated func note(_ subject: ListenSubject, of id: PlayID, in file: FilePath?) {
    inputs.yield(.item(id, subject, file))
  }

  nonisolated func note(_ report: PlayerReport) {
    switch report {
    case .state, .streamTitle: inputs.yield(.report(report, .now, ListenSending.now))
    case .wantsNext, .finished, .failed, .volume, .output, .devices, .sleep, .buffering,
      .interrupted, .unplugged, .pluggedIn:
      break  // because the sound follows from the states alone
    }
  }

  nonisolated func libraryChanged() { inputs.yield(.libraryChanged) }

  /// Follows the reports until `end`.
  func follow() {
    running = Task { for await input in stream { await receive(input) } }
  }

  /// Sends what the last run left.
  func begin() {
    isBegun = true
    sendWaiting()
  }

  /// Stores what was listened to, and ends; what is not sent waits in the library.
  func end() async {
    isEnded = true
    inputs.finish()
    for task in [timer, wakeUp, announcement, sendingTask] { task?.cancel() }
    await running?.value
    await storeWaiting()
  }

  // MARK: Orders

  /// Carries out an order of the user, and returns the services as they are then.
  func perform(_ order: ListensOrder) async throws(LibraryError) -> [ListenService] {
    switch order {
    case .status: break
    case .pause: try await library.pauseListens(true)
    case .resume: try await library.pauseListens(false)
    case .retry: try await library.retryListens()
    }
    if order != .status { sendWaiting() }
    return try await library.listenServices()
  }

  // MARK: Reports

  private func receive(_ input: Input) async {
    switch input {
    case .item(let id, let subject, let file):
      files.removeAll { $0.id == id }
      if let file { files.append((id, file)) }
      if files.count > Self.mostFiles, let oldest = files.firstIndex(where: { $0.id != playing }) {
        files.remove(at: oldest)
      }
      return tracker.note(subject, of: id)
    case .report(let report, let now, let time):
      noteSleep()
      // An event that is due until now belongs to the item before.
      await carryOut(tracker.elapse(at: now))
      if case .state(let state) = report { playing = state.item }
      await carryOut(tracker.receive(report, at: now, time: time))
    case .due(let instant):
      noteSleep()
      await carryOut(tracker.elapse(at: instant))
    case .libraryChanged:
      if sendsLove != false { sendWaiting() }
      return
    case .wake: return sendWaiting()
    }
    setTimer()
  }

  private func noteSleep() {
    let all = begun.all.duration(to: .now) - begun.awake.duration(to: .now)
    // The two clocks are read one after the other.
    guard all - slept > .milliseconds(500) else { return }
    tracker.slept(all - slept)
    slept = all
  }

  private func setTimer() {
    timer?.cancel()
    timer = nil
    guard !isEnded, let instant = tracker.dueAt else { return }
    timer = Task { [inputs] in
      // Cancelled at each pause: it shall not wake a player that is idle.
      await OwnTasks.sleep(until: instant)
      guard !Task.isCancelled else { return }
      inputs.yield(.due(instant))
    }
  }

  private func carryOut(_ due: [ListenTracker.Due]) async {
    for due in due {
      switch due {
      case .playingNow(let track):
        announcement?.cancel()
        let id = playing
        announcement = Task { await announce(track, as: id) }
      case .listened(let listen): await store(listen)
      }
    }
  }

  private func announce(_ track: ListenedTrack, as id: PlayID?) async {
    // A library that cannot be read is reported with the queue.
    guard let services = try? await library.listenServices(), !services.isEmpty else { return }
    var track = track
    if let id, let file = files.last(where: { $0.id == id })?.path {
      track.ids = await Self.identifiers(in: file)
      tracker.note(track.ids, of: id)
    }
    guard !Task.isCancelled else { return }
    await sending.announce(track)
  }

  /// The identifiers in the tags of a file, read on a thread of its own: a disk may hang.
  private static func identifiers(in file: FilePath) async -> MusicBrainzIDs {
    await withCheckedContinuation { continuation in
      OwnThread.start(named: "listen") {
        ThreadPriority.lower(to: 10)
        // Without tags it is known by its names.
        let ids = (try? TagReader.read(file))?.tags.musicBrainz
        continuation.resume(returning: ids ?? MusicBrainzIDs())
      }
    }
  }

  private func store(_ listen: Listen) async {
    unstored.append(listen)
    if await storeWaiting() { sendWaiting() }
  }

  /// - Returns: whether there is something new to send.
  @discardableResult
  private func storeWaiting() async -> Bool {
    guard !unstored.isEmpty else { return false }
    do throws(LibraryError) {
      // No transaction where nobody wants listens.
      guard try await !library.listenServices().isEmpty else {
        unstored = []
        return false
      }
      while let first = unstored.first {
        try await library.queueListen(first)
        unstored.removeFirst()
      }
      return true
    } catch {
      // The next listen brings them along.
      if unstored.count > Self.mostUnstored { unstored.removeFirst() }
      log.error(
        .scrobble, "a listen cannot be stored", [LogField("reason", sentence: error.message)])
      return false
    }
  }

  // MARK: Sending

  private func sendWaiting() {
    guard isBegun, !isEnded else { return }
    guard sendingTask == nil else {
      sendsAgain = true
      return
    }
    wakeUp?.cancel()
    wakeUp = nil
    sendingTask = Task {
      let next = await sending.sendAll()
      // Edits are looked at for feedback where a service wants it, and while that is unknown.
      sendsLove = (try? await library.listenServices())?.contains(where: \.sendsLove)
      sendingEnded(next)
    }
  }

  private func sendingEnded(_ next: Int64?) {
    sendingTask = nil
    guard !isEnded else { return }
    if sendsAgain {
      sendsAgain = false
      return sendWaiting()
    }
    guard let next else { return }
    let seconds = max(1, next - ListenSending.now)
    wakeUp = Task { [inputs] in
      do { try await Task.sleep(for: .seconds(seconds)) } catch { return }
      inputs.yield(.wake)
    }
  }
}

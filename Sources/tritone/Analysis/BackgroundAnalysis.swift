// Analyses the library in the background: fetches tasks, hands them to low-priority threads, stores
// their results. It sleeps until it is called; the only timers are for results waiting to be
// stored, and for a machine on battery.

import Library
import Log
import Media
import Music
import Synchronization

final class BackgroundAnalysis: Sendable {
  struct State {
    var queue = AnalysisQueue()
    var mode: AnalysisMode
    var done = 0
    var failed = 0
    /// The library's count of waiting tasks, at a value of `done`.
    var backlog: (waiting: Int, done: Int)?
    var speed = AnalysisSpeed(from: .now)
    var lastReport: (progress: AnalysisProgress, at: ContinuousClock.Instant)?
    var batteryLook: ContinuousClock.Instant?
    var lastRetry: ContinuousClock.Instant = .now
    /// Whether the last query returned tasks.
    var isRunning = false
    /// The time of the next timer.
    var nextWake: ContinuousClock.Instant?
    var hasBegun = false
    var isOver = false
    var playing, next: TrackID?
    /// Whether a fault was reported; once, until it is over.
    var hasComplained = false
  }

  /// The notices to the player.
  enum Notice: Equatable, Sendable {
    case progress(AnalysisProgress)
    /// All user requests are done.
    case asked(RequestedSum)
    case failed(String)
  }

  private let library: Library
  private let power: PowerSupply
  private let claims: AnalysisClaims
  private let threadCount: Int
  private let work: AnalysisWork
  private let log: Log
  let report: @Sendable (Notice) -> Void
  let state: Mutex<State>
  private let wakes: AsyncStream<Void>.Continuation
  private let threads = Mutex<AnalysisThreads?>(nil)
  private let loop = Mutex<Task<Void, Never>?>(nil)

  /// The interval of battery checks between tracks, and while it causes a pause.
  private static let batteryInterval: Duration = .seconds(10)
  private static let batteryPause: Duration = .seconds(60)
  private static let troublePause: Duration = .seconds(30)
  static let reportInterval: Duration = .seconds(1)

  /// - Parameters:
  ///   - isPaused: whether the user has paused it, in an earlier run, too.
  ///   - report: called from any thread, with progress at most once a second.
  init(
    library: Library, mode: AnalysisMode, isPaused: Bool, power: PowerSupply = PowerSupply(),
    threadCount: Int = AnalysisThreads.backgroundCount, work: AnalysisWork = AnalysisWork(),
    log: Log = Log(), report: @escaping @Sendable (Notice) -> Void
  ) {
    self.library = library
    self.power = power
    self.threadCount = threadCount
    self.work = work
    self.log = log
    self.report = report
    claims = AnalysisClaims(library: library.path)
    var state = State(mode: mode)
    state.queue.pauses.byUser = isPaused
    state.queue.pauses.isOff = mode == .off
    self.state = Mutex(state)
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    wakes = continuation
    loop.withLock {
      $0 = Task.detached(priority: .background) { [self] in
        for await _ in stream { await step() }
        await keepResults()
      }
    }
  }

  // MARK: Notifications

  /// Starts once the first frame is on the screen.
  func begin() {
    state.withLock { $0.hasBegun = true }
    wakes.yield()
  }

  /// The library may have new tasks.
  func libraryChanged() {
    state.withLock { state in
      // Skipped tracks may be available again; once a minute is often enough.
      let forgets = state.lastRetry.duration(to: .now) > .seconds(60)
      if forgets { state.lastRetry = .now }
      state.queue.noteChange(clearsSkipped: forgets)
      if state.queue.isPaused { state.backlog = nil }
    }
    wakes.yield()
  }

  /// Prioritises the current track; a gapless boundary has no other event.
  func note(_ report: PlayerReport) {
    if case .state(let state) = report, let item = state.item { note(playing: item.track) }
  }

  func note(playing track: TrackID) { note { $0.playing = track } }

  func note(next track: TrackID?) { note { $0.next = track } }

  private func note(_ change: (inout State) -> Void) {
    let isNew = state.withLock { state in
      change(&state)
      var first = [state.playing, state.next].compactMap(\.self)
      if state.playing == state.next { first = Array(first.prefix(1)) }
      guard state.queue.first != first else { return false }
      state.queue.put(first: first)
      return true
    }
    if isNew { wakes.yield() }
  }

  var mode: AnalysisMode { state.withLock { $0.mode } }

  func setPaused(_ isPaused: Bool) {
    state.withLock { $0.queue.pauses.byUser = isPaused }
    settlePause()
  }

  func setMode(_ mode: AnalysisMode) {
    state.withLock { state in
      state.mode = mode
      state.batteryLook = nil
      state.queue.pauses.isOff = mode == .off
    }
    settlePause()
  }

  /// Analyses tracks again, despite pauses.
  func analyze(_ tasks: [AnalysisTask]) {
    state.withLock { $0.queue.ask(for: tasks) }
    wakes.yield()
  }

  /// The current progress.
  var progress: AnalysisProgress { state.withLock { progress(of: $0) } }

  /// Ends; results are stored, and running tasks are cancelled within a tenth of a second.
  func finish() async {
    state.withLock { $0.isOver = true }
    let threads = threads.withLock { $0 }
    threads?.stop()
    // Fresh results are worth a moment, but an unresponsive disk is not waited for.
    for _ in 0..<20 where threads?.isIdle == false {
      do { try await Task.sleep(for: .milliseconds(5)) } catch { break }
    }
    wakes.finish()
    await loop.withLock { $0 }?.value
  }

  // MARK: Steps

  private func settlePause() {
    if state.withLock({ $0.queue.isPaused }) { threads.withLock { $0 }?.cancelCurrent() }
    state.withLock { $0.lastReport = nil }
    wakes.yield()
  }

  private func step() async {
    guard state.withLock({ $0.hasBegun }) else { return }
    lookAtBattery()
    if state.withLock({ $0.queue.timeToKeep(at: .now) == .zero }) { await keepResults() }
    // Requested tracks that are unavailable never have a result.
    if let sum = state.withLock({ $0.queue.finishRequests([]) }) { report(.asked(sum)) }
    await fetch()
    startThreads()
    tellProgress()
    let pause = state.withLock { state in
      if state.queue.isDone, state.queue.waiting.isEmpty, !state.queue.wantsTasks {
        state.isRunning = false
      }
      guard !state.isOver else { return Duration?.none }
      return state.queue.timeToKeep(at: .now).map { max(.milliseconds(50), $0) }
    }
    if let pause { wake(after: pause) }
  }

  private func fetch() async {
    let wanted = state.withLock { state -> (first: [TrackID], known: Set<TrackID>)? in
      guard !state.isOver, state.queue.isShort(threads: threadCount) else { return nil }
      return state.queue.beginAsking()
    }
    guard let wanted else { return await countWhilePaused() }
    do {
      let tasks = try await library.analysisTasks(
        limit: AnalysisQueue.portion, first: wanted.first, skipping: wanted.known)
      let waiting = tasks.isEmpty ? 0 : try await library.analysisCounts().waiting
      state.withLock { state in
        if !tasks.isEmpty { state.begin() }
        state.queue.add(tasks, asFor: AnalysisQueue.portion)
        state.backlog = (max(0, waiting - state.queue.results.count), state.done)
      }
    } catch {
      state.withLock { $0.queue.noteChange(clearsSkipped: false) }
      complain(UserText.of(error))
    }
  }

  /// The backlog is counted even while paused, once.
  private func countWhilePaused() async {
    let isUnknown = state.withLock {
      !$0.isOver && $0.backlog == nil && $0.queue.isPaused && !$0.queue.pauses.isOff
    }
    guard isUnknown else { return }
    do {
      let waiting = try await library.analysisCounts().waiting
      state.withLock { $0.backlog = (waiting, $0.done) }
    } catch {
      complain(UserText.of(error))
    }
  }

  private func keepResults() async {
    let results = state.withLock { $0.queue.takeResults() }
    guard !results.isEmpty else { return }
    do {
      try await library.saveAnalyses(results.map { ($0.task, $0.outcome) })
      for result in results { claims.drop(result.task.track) }
      let sum = state.withLock { state in
        state.hasComplained = false
        state.queue.noteKept(results)
        return state.queue.finishRequests(results)
      }
      if let sum { report(.asked(sum)) }
    } catch {
      state.withLock { $0.queue.putBack(results, at: .now) }
      complain(UserText.of(error))
    }
  }

  /// Reports a library fault once; retried later.
  private func complain(_ text: String) {
    let isFirst = state.withLock { state in
      state.queue.pauses.isTroubled = true
      defer { state.hasComplained = true }
      return !state.hasComplained && !state.isOver
    }
    if isFirst { report(.failed("The analysis waits: " + text)) }
    Task.detached { [weak self] in
      do { try await Task.sleep(for: BackgroundAnalysis.troublePause) } catch { return }
      self?.state.withLock { $0.queue.pauses.isTroubled = false }
      self?.wakes.yield()
    }
  }

  private func startThreads() {
    guard state.withLock({ !$0.isOver && !($0.queue.waiting.isEmpty && $0.queue.asked.isEmpty) })
    else { return }
    // Without FFmpeg every file would be taken for a broken one.
    do throws(MediaError) { try FFmpegLibraries.load() } catch { return complain(error.reason) }
    let threads = threads.withLock { threads in
      if let threads { return threads }
      let new = AnalysisThreads(
        count: threadCount, givesWay: true, work: work,
        next: { [weak self] in self?.next() },
        ended: { [weak self] task, end, _ in self?.ended(task, end) })
      threads = new
      return new
    }
    threads.wake()
  }

  /// Called on a free thread.
  private func next() -> AnalysisTask? {
    lookAtBattery()
    while let (task, isRequested) = dequeue() {
      guard !isRequested else { return task }
      do {
        if let left = try library.remaining(of: task) { return left }
      } catch {
        // A fault of the library is reported when the result is stored.
        return task
      }
      claims.drop(task.track)
      state.withLock { $0.queue.pass(task) }
      wakes.yield()
    }
    return nil
  }

  private func dequeue() -> (AnalysisTask, isRequested: Bool)? {
    state.withLock { state in
      guard !state.isOver, let task = state.queue.next(claiming: claims.claim) else { return nil }
      return (task, state.queue.isRequested(task.track))
    }
  }

  /// Called on the task's thread.
  private func ended(_ task: AnalysisTask, _ end: AnalysisEnd) {
    state.withLock { state in
      let now = ContinuousClock.now
      state.queue.end(task, end, at: now)
      guard case .found(let outcome) = end else { return }
      state.done += 1
      if case .failed = outcome { state.failed += 1 }
      state.speed.add(task.duration ?? .zero, at: now)
    }
    if case .found = end {} else { claims.drop(task.track) }
    log.note(end, of: task)
    wakes.yield()
  }

  // MARK: Battery

  private func lookAtBattery() {
    let isDue = state.withLock { state in
      guard state.mode == .ac, !state.isOver, !state.queue.pauses.byUser else {
        state.queue.pauses.onBattery = false
        return false
      }
      let now = ContinuousClock.now
      if let last = state.batteryLook, last.duration(to: now) < BackgroundAnalysis.batteryInterval {
        return false
      }
      state.batteryLook = now
      return true
    }
    if isDue {
      let isOnBattery = power.isOnBattery
      let hasChanged = state.withLock { state in
        defer { state.queue.pauses.onBattery = isOnBattery }
        return state.queue.pauses.onBattery != isOnBattery
      }
      if hasChanged { wakes.yield() }
    }
    // There is no event for the charger, so poll, but only if there is work.
    let waits = state.withLock { state in
      let isUncounted = state.backlog.map { $0.waiting > 0 } ?? true
      return state.queue.pauses.onBattery && !state.isOver
        && (!state.queue.waiting.isEmpty || state.queue.wantsTasks && isUncounted)
    }
    if waits { wake(after: BackgroundAnalysis.batteryPause) }
  }

  /// Sets the one timer to the earliest requested time.
  private func wake(after time: Duration) {
    let due = ContinuousClock.now.advanced(by: time)
    let isNew = state.withLock { state in
      if let nextWake = state.nextWake, nextWake <= due { return false }
      state.nextWake = due
      return true
    }
    guard isNew else { return }
    Task.detached { [weak self] in
      // Never cancelled: it ends at its time.
      do { try await Task.sleep(until: due, clock: .continuous) } catch { return }
      self?.state.withLock { if $0.nextWake == due { $0.nextWake = nil } }
      self?.wakes.yield()
    }
  }
}

extension BackgroundAnalysis.State {
  /// A new run after an idle time, counted afresh.
  fileprivate mutating func begin() {
    guard !isRunning else { return }
    isRunning = true
    done = 0
    failed = 0
    speed = AnalysisSpeed(from: .now)
  }
}

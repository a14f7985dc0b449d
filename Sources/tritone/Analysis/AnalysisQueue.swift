import Music

/// The queue of background analysis: the next track, results to be stored, and requests for more
/// tasks.
struct AnalysisQueue: Sendable {
  /// The reasons why nothing is started.
  struct Pauses: Equatable, Sendable {
    var isOff = false
    var byUser = false
    var onBattery = false
    /// The library rejected results; they are retried later.
    var isTroubled = false
  }

  var pauses = Pauses()
  /// The current and next tracks, to be analysed first.
  private(set) var first: [TrackID] = []
  /// Tasks not yet started, the next one first.
  private(set) var waiting: [AnalysisTask] = []
  /// Tasks requested by the user, started despite pauses.
  private(set) var asked: [AnalysisTask] = []
  private(set) var inHand: [TrackID: AnalysisTask] = [:]
  private(set) var results: [(task: AnalysisTask, outcome: AnalysisOutcome)] = []
  /// The time of the oldest result.
  private(set) var oldestResult: ContinuousClock.Instant?
  /// Tracks that cannot be analysed at present: claimed by another process, or unreadable for a
  /// temporary reason.
  private(set) var skipped: Set<TrackID> = []
  /// Recently stored tracks with their file stamps: a task that recurs all the same would be
  /// repeated without end.
  private var kept: [TrackID: FileStamp] = [:]
  /// Whether the library may have more background tasks.
  private(set) var wantsTasks = true
  /// Whether the priorities changed since the library was queried.
  private var isOutdated = false
  /// Requested tracks without a result yet.
  private var requestedIDs: Set<TrackID> = []
  private var sum = RequestedSum()

  /// Results stored per transaction, and how long the first of them waits for others.
  static let batch = 16
  static let patience: Duration = .seconds(2)
  /// Tasks fetched per query.
  static let portion = 32
  private static let maximumKept = 20_000

  var isPaused: Bool { pauses != Pauses() }

  /// Whether neither tasks nor results are left.
  var isDone: Bool {
    (waiting.isEmpty || isPaused) && asked.isEmpty && inHand.isEmpty && results.isEmpty
  }

  // MARK: Tasks

  /// Whether to query the library: early enough that no thread has to wait.
  func isShort(threads: Int) -> Bool {
    wantsTasks && !isPaused && waiting.count < 2 * threads + 2
  }

  /// Begins a query of the library; later changes lead to another one.
  mutating func beginAsking() -> (first: [TrackID], known: Set<TrackID>) {
    wantsTasks = false
    isOutdated = false
    return (first, known)
  }

  /// Tracks to exclude from the query: in progress, or done and not yet stored.
  var known: Set<TrackID> {
    skipped.union(inHand.keys).union(results.map(\.task.track)).union(asked.map(\.track))
  }

  /// Adds the library's answer; fewer tasks than `limit` are all there are.
  mutating func add(_ tasks: [AnalysisTask], asFor limit: Int) {
    // The priorities have changed: query again at once.
    guard !isOutdated else { return }
    let known = known
    waiting = tasks.filter { !known.contains($0.track) && kept[$0.track] != $0.file }
    for task in tasks where kept[task.track] != nil { skipped.insert(task.track) }
    skipped.subtract(waiting.map(\.track))
    if tasks.count >= limit { wantsTasks = true }
  }

  mutating func ask(for tasks: [AnalysisTask]) {
    let there = Set(asked.map(\.track)).union(inHand.keys)
    asked += tasks.filter { !there.contains($0.track) }
    let ids = Set(tasks.map(\.track))
    requestedIDs.formUnion(ids)
    waiting.removeAll { ids.contains($0.track) }
  }

  mutating func put(first tracks: [TrackID]) {
    guard tracks != first else { return }
    first = tracks
    // The waiting tasks are fetched again, in the new order.
    wantsTasks = true
    isOutdated = true
    waiting = []
  }

  /// The library has changed.
  mutating func noteChange(clearsSkipped: Bool) {
    wantsTasks = true
    if clearsSkipped { skipped = [] }
  }

  /// The next task to start; `claim` returns whether it is free.
  mutating func next(claiming claim: (TrackID) -> Bool) -> AnalysisTask? {
    // Without room to store results, no new ones are needed.
    guard !pauses.isTroubled, results.count < 4 * AnalysisQueue.batch else { return nil }
    while true {
      let task: AnalysisTask
      if !asked.isEmpty {
        task = asked.removeFirst()
      } else if !isPaused, !waiting.isEmpty {
        task = waiting.removeFirst()
      } else {
        return nil
      }
      guard claim(task.track) else {
        leaveOut(task.track, "another Tritone is at it")
        continue
      }
      inHand[task.track] = task
      return task
    }
  }

  /// Whether the user requested a track, to be analysed regardless of existing results.
  func isRequested(_ track: TrackID) -> Bool { requestedIDs.contains(track) }

  /// Drops a started task that another process has done meanwhile.
  mutating func pass(_ task: AnalysisTask) {
    inHand[task.track] = nil
    if requestedIDs.contains(task.track) {
      // The user requested it during the check.
      asked.insert(task, at: 0)
    } else {
      // Else the library would return it again without end.
      skipped.insert(task.track)
    }
    // The remaining tasks and their number differ from the library's answer.
    wantsTasks = true
  }

  // MARK: Results

  mutating func end(_ task: AnalysisTask, _ end: AnalysisEnd, at now: ContinuousClock.Instant) {
    inHand[task.track] = nil
    switch end {
    case .found(let outcome):
      results.append((task, outcome))
      if oldestResult == nil { oldestResult = now }
    case .passed(let reason): leaveOut(task.track, reason)
    case .cancelled:
      // A requested task is first when the queue resumes.
      if requestedIDs.contains(task.track) {
        asked.insert(task, at: 0)
      } else {
        waiting.insert(task, at: 0)
      }
    }
  }

  private mutating func leaveOut(_ track: TrackID, _ reason: String) {
    skipped.insert(track)
    guard requestedIDs.remove(track) != nil else { return }
    sum.done += 1
    sum.fail(reason)
  }

  /// The time until results are due to be stored; nil without results, zero when due.
  func timeToKeep(at now: ContinuousClock.Instant) -> Duration? {
    guard let oldestResult, !pauses.isTroubled else { return nil }
    let isLast = inHand.isEmpty && asked.isEmpty && (waiting.isEmpty || isPaused)
    if results.count >= AnalysisQueue.batch || isLast { return .zero }
    return max(.zero, now.duration(to: oldestResult.advanced(by: AnalysisQueue.patience)))
  }

  mutating func takeResults() -> [(task: AnalysisTask, outcome: AnalysisOutcome)] {
    defer {
      results = []
      oldestResult = nil
    }
    return results
  }

  mutating func noteKept(_ results: [(task: AnalysisTask, outcome: AnalysisOutcome)]) {
    if kept.count > AnalysisQueue.maximumKept { kept = [:] }
    for result in results { kept[result.task.track] = result.task.file }
  }

  /// Returns results that could not be stored, to be retried.
  mutating func putBack(
    _ taken: [(task: AnalysisTask, outcome: AnalysisOutcome)], at now: ContinuousClock.Instant
  ) {
    results = taken + results
    oldestResult = results.isEmpty ? nil : now
  }

  /// Counts finished requests; returns the sum once all are done.
  mutating func finishRequests(_ kept: [(task: AnalysisTask, outcome: AnalysisOutcome)])
    -> RequestedSum?
  {
    for (task, outcome) in kept where requestedIDs.remove(task.track) != nil {
      sum.done += 1
      if case .failed(let reason) = outcome { sum.fail(reason) }
    }
    guard requestedIDs.isEmpty, sum != RequestedSum() else { return nil }
    defer { sum = RequestedSum() }
    return sum
  }
}

/// The outcome of the user's requests.
struct RequestedSum: Equatable, Sendable {
  /// Including failed ones.
  var done = 0
  var failed = 0
  var reason: String?

  mutating func fail(_ reason: String) {
    failed += 1
    self.reason = reason
  }
}

import Music

/// What is to be analysed in the background and what was found: which track is next, when results
/// are due to be kept, when more tasks are to be asked for.
struct AnalysisQueue: Sendable {
  /// Why nothing is begun at present.
  struct Pauses: Equatable, Sendable {
    var isOff = false
    var byUser = false
    var onBattery = false
    /// The library took no results; they are tried again later.
    var isTroubled = false
  }

  var pauses = Pauses()
  /// What plays and what is next, to be looked at before all others.
  private(set) var first: [TrackID] = []
  /// Tasks that were begun by nobody yet, the next one first.
  private(set) var waiting: [AnalysisTask] = []
  /// What the user asked for by hand: begun whatever pauses the rest.
  private(set) var asked: [AnalysisTask] = []
  private(set) var inHand: [TrackID: AnalysisTask] = [:]
  private(set) var results: [(task: AnalysisTask, outcome: AnalysisOutcome)] = []
  /// When the oldest of the results came.
  private(set) var oldestResult: ContinuousClock.Instant?
  /// Tracks of which nothing can be had at present: another process is at them, or their file
  /// cannot be read for a reason that may pass.
  private(set) var skipped: Set<TrackID> = []
  /// What was kept of late, and what its file was then: a task that comes back all the same would
  /// be done without end.
  private var kept: [TrackID: FileStamp] = [:]
  /// Whether the library may have tasks that were not asked for.
  private(set) var wantsTasks = true
  /// Whether others are to be first than when the library was asked.
  private var isOutdated = false
  /// Tracks asked for by hand whose end is still to be said.
  private var askedIDs: Set<TrackID> = []
  private var sum = RequestedSum()

  /// Results that are kept in one go, and how long the first of them waits for the others.
  static let batch = 16
  static let patience: Duration = .seconds(2)
  /// Tasks that are asked for at once.
  static let portion = 32
  private static let maximumKept = 20_000

  var isPaused: Bool { pauses != Pauses() }

  /// Whether neither tasks nor results are left.
  var isDone: Bool {
    (waiting.isEmpty || isPaused) && asked.isEmpty && inHand.isEmpty && results.isEmpty
  }

  // MARK: Tasks

  /// Whether to ask the library: soon enough that no thread has to wait.
  func isShort(threads: Int) -> Bool {
    wantsTasks && !isPaused && waiting.count < 2 * threads + 2
  }

  /// What to ask the library for; what changes from now on is asked for again.
  mutating func beginAsking() -> (first: [TrackID], known: Set<TrackID>) {
    wantsTasks = false
    isOutdated = false
    return (first, known)
  }

  /// What the library need not name: what is being done, and what is done and not kept yet.
  var known: Set<TrackID> {
    skipped.union(inHand.keys).union(results.map(\.task.track)).union(asked.map(\.track))
  }

  /// Takes the answer of the library to `known`; fewer than were asked for are all.
  mutating func add(_ tasks: [AnalysisTask], asFor limit: Int) {
    // What is first by now is asked for at once.
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
    askedIDs.formUnion(ids)
    waiting.removeAll { ids.contains($0.track) }
  }

  mutating func put(first tracks: [TrackID]) {
    guard tracks != first else { return }
    first = tracks
    // What is waiting is asked for anew, in the order that holds from now on.
    wantsTasks = true
    isOutdated = true
    waiting = []
  }

  /// The library is not what it was.
  mutating func noteChange(forgetsLeftOut: Bool) {
    wantsTasks = true
    if forgetsLeftOut { skipped = [] }
  }

  /// The next one to be begun; `claim` says whether it is free.
  mutating func next(claiming claim: (TrackID) -> Bool) -> AnalysisTask? {
    // What cannot be kept need not be found.
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

  /// Whether the user asked for a track by hand, so that it is done whatever is known of it.
  func isAsked(_ track: TrackID) -> Bool { askedIDs.contains(track) }

  /// A task that was begun turned out to be done by somebody else meanwhile.
  mutating func pass(_ task: AnalysisTask) {
    inHand[task.track] = nil
    if askedIDs.contains(task.track) {
      // It was asked for while somebody looked.
      asked.insert(task, at: 0)
    } else {
      // Were it named again, it would be passed over without end.
      skipped.insert(task.track)
    }
    // What is left, and how much of it, is not what the library said.
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
      // It is the first when things go on.
      if askedIDs.contains(task.track) {
        asked.insert(task, at: 0)
      } else {
        waiting.insert(task, at: 0)
      }
    }
  }

  private mutating func leaveOut(_ track: TrackID, _ reason: String) {
    skipped.insert(track)
    guard askedIDs.remove(track) != nil else { return }
    sum.done += 1
    sum.fail(reason)
  }

  /// How long the results can wait for others; nil when there are none, zero when they are due.
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

  /// They could not be kept, and are tried again.
  mutating func putBack(
    _ taken: [(task: AnalysisTask, outcome: AnalysisOutcome)], at now: ContinuousClock.Instant
  ) {
    results = taken + results
    oldestResult = results.isEmpty ? nil : now
  }

  /// Counts what the user asked for and got; the sum once all of it is there.
  mutating func settleAsked(_ kept: [(task: AnalysisTask, outcome: AnalysisOutcome)])
    -> RequestedSum?
  {
    for (task, outcome) in kept where askedIDs.remove(task.track) != nil {
      sum.done += 1
      if case .failed(let reason) = outcome { sum.fail(reason) }
    }
    guard askedIDs.isEmpty, sum != RequestedSum() else { return nil }
    defer { sum = RequestedSum() }
    return sum
  }
}

/// What came of the tracks that were asked for by hand.
struct RequestedSum: Equatable, Sendable {
  /// With those that failed.
  var done = 0
  var failed = 0
  var reason: String?

  mutating func fail(_ reason: String) {
    failed += 1
    self.reason = reason
  }
}

import Synchronization

/// Threads that run jobs of tasks, the most urgent first: they start while jobs wait, and end after
/// some seconds without any.
final class TaskThreads: Sendable {
  /// The urgency of a job; within an urgency the first comes first.
  enum Urgency: Int, CaseIterable {
    case high, ordinary, low, background

    /// Whether such jobs get no more than half of the threads, since they may take long.
    var isLow: Bool {
      switch self {
      case .high, .ordinary: false
      case .low, .background: true
      }
    }
  }

  private struct State {
    var waiting = Urgency.allCases.map { _ in JobQueue<UnownedJob>() }
    /// Of the threads that sleep, the latest last.
    var sleeping: [Semaphore] = []
    var threads = 0
    /// Jobs of low urgency that run.
    var low = 0
    /// Whether a thread is about to look for a job; it wakes another where it finds two.
    var isWaking = false
  }

  private let state = Mutex(State())
  private let name: String
  private let most: Int
  private let rest: Duration
  private let run: @Sendable (UnownedJob) -> Void

  /// That of main threads, since a job may call itself deeply.
  private static let stackSize = 8 << 20

  /// - Parameters:
  ///   - most: how many threads there may be.
  ///   - rest: how long a thread waits for the next job before it ends.
  init(
    named name: String, most: Int, rest: Duration = .seconds(5),
    run: @escaping @Sendable (UnownedJob) -> Void
  ) {
    self.name = name
    self.most = most
    self.rest = rest
    self.run = run
  }

  /// How many threads there are.
  var count: Int { state.withLock(\.threads) }

  func add(_ job: UnownedJob, _ urgency: Urgency) {
    wake(
      state.withLock { state in
        state.waiting[urgency.rawValue].append(job)
        return waking(&state)
      })
  }

  // MARK: Waking threads

  private enum Waking { case thread(Semaphore), new, none }

  /// One thread wakes at a time: the next one looks after the rest.
  private func waking(_ state: inout State) -> Waking {
    guard !state.isWaking, hasJob(state) else { return .none }
    // The latest, so that others end.
    if let latest = state.sleeping.popLast() {
      state.isWaking = true
      return .thread(latest)
    }
    guard state.threads < most else { return .none }
    state.threads += 1
    state.isWaking = true
    return .new
  }

  private func wake(_ waking: Waking) {
    switch waking {
    case .thread(let semaphore): semaphore.post()
    case .new: OwnThread.start(named: name, stackSize: Self.stackSize) { self.work() }
    case .none: break
    }
  }

  // MARK: Running jobs

  private func work() {
    let semaphore = Semaphore()
    var (isAwoken, ended): (Bool, Urgency?) = (true, nil)
    while true {
      let (taken, other) = state.withLock { state in
        if isAwoken { state.isWaking = false }
        if ended?.isLow == true { state.low -= 1 }
        let taken = take(&state)
        if taken == nil { state.sleeping.append(semaphore) }
        return (taken, waking(&state))
      }
      (isAwoken, ended) = (false, taken?.urgency)
      wake(other)
      if let taken {
        run(taken.job)
      } else {
        isAwoken = sleep(semaphore)
        if !isAwoken { return }
      }
    }
  }

  /// Waits until the thread is woken; false where it was not, and has to end.
  private func sleep(_ semaphore: Semaphore) -> Bool {
    semaphore.wait(for: rest)
    return state.withLock { state in
      guard let index = state.sleeping.firstIndex(where: { $0 === semaphore }) else { return true }
      state.sleeping.remove(at: index)
      state.threads -= 1
      return false
    }
  }

  private func take(_ state: inout State) -> (job: UnownedJob, urgency: Urgency)? {
    for urgency in Urgency.allCases where isAllowed(urgency, state) {
      guard let job = state.waiting[urgency.rawValue].popFirst() else { continue }
      if urgency.isLow { state.low += 1 }
      return (job, urgency)
    }
    return nil
  }

  private func hasJob(_ state: State) -> Bool {
    Urgency.allCases.contains { isAllowed($0, state) && !state.waiting[$0.rawValue].isEmpty }
  }

  private func isAllowed(_ urgency: Urgency, _ state: State) -> Bool {
    !urgency.isLow || state.low < max(1, most / 2)
  }
}

import FoundationEssentials
internal import Media
internal import Music
import Synchronization
internal import Threads

/// Threads that read files while another thread walks and writes.
final class ReaderThreads: @unchecked Sendable {
  // because all mutable state is accessed with `condition` locked only or, for `areStarted`, by the
  // one thread that adds.
  private let condition = Condition()
  private var jobs: [ArraySlice<ReadJob>] = []
  private var nextJob = 0
  private var outcomes: [ReadOutcome] = []
  private var unfinished = 0
  /// Outcomes that the consumer waits for; 0 while it does not wait.
  private var wanted = 0
  private let isStopped = Atomic(false)

  /// Queued files: enough to keep all threads busy, little enough to hold in memory.
  static let maximumCount = 3_000
  /// Files that a thread dequeues at once.
  private static let portion = 32
  private static let stackSize = 4 << 20

  private var areStarted = false

  /// Starts threads once there is something to read.
  private func start() {
    // More than cores, because slow disks and networks make them wait.
    let count = min(8, max(4, ProcessInfo.processInfo.activeProcessorCount))
    for number in 0..<count {
      OwnThread.start(named: "reader \(number)", stackSize: ReaderThreads.stackSize) { self.work() }
    }
  }

  /// Files queued, being read, or read and not yet dequeued.
  var waiting: Int { condition.withLock { unfinished + outcomes.count } }

  /// Called only by the thread that walks.
  func add(_ files: [ReadJob]) {
    guard !files.isEmpty else { return }
    condition.withLock {
      var rest = files[...]
      while !rest.isEmpty {
        jobs.append(rest.prefix(ReaderThreads.portion))
        rest = rest.dropFirst(ReaderThreads.portion)
      }
      unfinished += files.count
      condition.broadcast()
    }
    if !areStarted {
      areStarted = true
      start()
    }
  }

  /// Dequeues outcomes after waiting for `count` files or until `deadline`, whichever comes first;
  /// also returns when nothing is left to wait for.
  func dequeue(waitingFor count: Int, until deadline: ContinuousClock.Instant) -> [ReadOutcome] {
    condition.withLock {
      wanted = count
      while outcomes.count < count, unfinished > 0 {
        guard condition.wait(until: deadline) else { break }
      }
      wanted = 0
      defer { outcomes = [] }
      return outcomes
    }
  }

  /// Ends each thread after the file it is reading.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    condition.withLock {
      jobs = []
      nextJob = 0
      condition.broadcast()
    }
  }

  private func work() {
    let memory = TagReader.Memory()
    var memo = TextMemo()
    while let portion = nextPortion() {
      var done: [ReadOutcome] = []
      done.reserveCapacity(portion.count)
      for job in portion where !isStopped.load(ordering: .relaxed) {
        done.append(ReadOutcome(reading: job, with: memory, &memo))
      }
      condition.withLock {
        outcomes += done
        unfinished -= portion.count
        // Wakes only the consumer, and only when there are enough.
        if wanted > 0, outcomes.count >= wanted || unfinished == 0 { condition.broadcast() }
      }
    }
  }

  private func nextPortion() -> ArraySlice<ReadJob>? {
    condition.withLock {
      while nextJob == jobs.count, !isStopped.load(ordering: .relaxed) { condition.wait() }
      guard nextJob < jobs.count else { return nil }
      defer {
        nextJob += 1
        if nextJob == jobs.count {
          jobs = []
          nextJob = 0
        }
      }
      return jobs[nextJob]
    }
  }
}

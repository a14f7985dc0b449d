internal import CLinux
import FoundationEssentials
import Glibc
internal import Media
internal import Music
import Synchronization
internal import Threads

/// Threads that read files while another thread walks and writes.
final class ReaderThreads: @unchecked Sendable {
  // because all mutable state is accessed with `condition` locked only or, for `started` and
  // `waits`, by the one thread that adds.
  private let condition = Condition()
  private var jobs: [ArraySlice<ReadJob>] = []
  private var nextJob = 0
  /// The outcomes of read files, in the portions in which threads read them, and their number.
  private var outcomes: [[ReadOutcome]] = []
  private var readCount = 0
  private var unfinished = 0
  /// Outcomes that the consumer waits for; 0 while it does not wait.
  private var wanted = 0
  private let isStopped = Atomic(false)

  /// Queued files: enough to keep all threads busy, little enough to hold in memory.
  static let maximumCount = 3_000
  /// Files that a thread dequeues at once.
  private static let portion = 32
  private static let stackSize = 4 << 20

  /// The threads that are started. More than processors, because slow disks and networks make them wait;
  /// but only then, since threads that share a processor cost memory and time.
  private var started = 0
  private var waits = WaitingTime()
  private let processors = ProcessInfo.processInfo.activeProcessorCount

  /// Starts threads once there is something to read, and more where processors have nothing to do.
  /// Called only by the thread that walks.
  private func start() {
    let most = min(8, max(4, processors))
    guard started < most else { return }
    let wanted = started > 0 ? (waits.isLong(on: processors) ? most : started) : 2
    while started < wanted {
      OwnThread.start(named: "reader \(started)", stackSize: ReaderThreads.stackSize) {
        self.work()
      }
      started += 1
    }
  }

  /// Files queued, being read, or read and not yet dequeued.
  var waiting: Int { condition.withLock { unfinished + readCount } }

  /// Files that are read and not yet dequeued.
  var finished: Int { condition.withLock { readCount } }

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
    start()
  }

  /// Dequeues outcomes after waiting for `count` files or until `deadline`, whichever comes first;
  /// also returns when nothing is left to wait for. Called only by the thread that walks.
  ///
  /// - Returns: The outcomes in the portions in which they were read.
  func dequeue(
    waitingFor count: Int, until deadline: ContinuousClock.Instant
  ) -> [[ReadOutcome]] {
    while true {
      let isOver = condition.withLock {
        wanted = count
        defer { wanted = 0 }
        let pause = min(deadline, .now + WaitingTime.enough)
        while readCount < count, unfinished > 0 {
          guard condition.wait(until: pause) else { return deadline <= .now }
        }
        return true
      }
      start()
      guard isOver else { continue }
      return condition.withLock {
        defer { (outcomes, readCount) = ([], 0) }
        return outcomes
      }
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
        outcomes.append(done)
        readCount += done.count
        unfinished -= portion.count
        // Wakes only the consumer, and only when there are enough.
        if wanted > 0, readCount >= wanted || unfinished == 0 { condition.broadcast() }
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

/// Tells whether the threads of the process wait for disks or networks, by the share of the
/// processors that they use. Threads that other programs keep from the processors look the same, and
/// have more beside them then, which costs memory alone.
private struct WaitingTime {
  /// The time after which it can be told.
  static let enough = Duration.milliseconds(20)

  private var start = ContinuousClock.now
  private var used = WaitingTime.processorTime

  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Whether processors had little to do since the last time that this could be told.
  mutating func isLong(on processors: Int) -> Bool {
    let now = ContinuousClock.now
    let time = start.duration(to: now)
    guard time >= WaitingTime.enough else { return false }
    let all = WaitingTime.processorTime
    defer { (start, used) = (now, all) }
    return (all - used) / time < 0.7 * Double(processors)
  }
}

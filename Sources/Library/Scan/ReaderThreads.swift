import Foundation
internal import Music

/// Threads that read files while one other thread walks and writes.
final class ReaderThreads: @unchecked Sendable {
  // because everything that changes is touched with `condition` locked only.
  private let condition = NSCondition()
  private var jobs: [[ReadJob]] = []
  private var outcomes: [ReadOutcome] = []
  private var unfinished = 0
  private var isStopped = false

  /// Files that may wait: enough to keep all threads busy, little enough to hold in memory.
  static let most = 2_000
  /// Files that a thread takes at once.
  private static let portion = 16
  private static let stackSize = 4 << 20

  init() {
    // More than cores, because slow disks and networks make them wait.
    let count = min(8, max(4, ProcessInfo.processInfo.activeProcessorCount))
    for number in 0..<count {
      let thread = Thread { [self] in work() }
      thread.name = "reader \(number)"
      thread.stackSize = ReaderThreads.stackSize
      thread.start()
    }
  }

  /// Files handed over and not taken back yet.
  var waiting: Int { condition.withLock { unfinished + outcomes.count } }

  func add(_ files: [ReadJob]) {
    guard !files.isEmpty else { return }
    condition.withLock {
      var rest = files[...]
      while !rest.isEmpty {
        jobs.append(Array(rest.prefix(ReaderThreads.portion)))
        rest = rest.dropFirst(ReaderThreads.portion)
      }
      unfinished += files.count
      condition.broadcast()
    }
  }

  /// Takes what was read, having waited for `count` files or until `deadline`, whichever comes
  /// first; also returns when nothing is left to wait for.
  func take(waitingFor count: Int, until deadline: Date) -> [ReadOutcome] {
    condition.withLock {
      while outcomes.count < count, unfinished > 0 {
        guard condition.wait(until: deadline) else { break }
      }
      defer { outcomes = [] }
      return outcomes
    }
  }

  /// Ends the threads once each is through with the file it reads.
  func stop() {
    condition.withLock {
      isStopped = true
      jobs = []
      condition.broadcast()
    }
  }

  private func work() {
    var memo = TextMemo()
    while let portion = nextPortion() {
      var done: [ReadOutcome] = []
      for job in portion where !condition.withLock({ isStopped }) {
        done.append(ReadOutcome(reading: job, &memo))
      }
      condition.withLock {
        outcomes += done
        unfinished -= portion.count
        condition.broadcast()
      }
    }
  }

  private func nextPortion() -> [ReadJob]? {
    condition.withLock {
      while jobs.isEmpty, !isStopped { condition.wait() }
      return jobs.isEmpty ? nil : jobs.removeFirst()
    }
  }
}

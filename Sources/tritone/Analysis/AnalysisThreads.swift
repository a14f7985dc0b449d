// Threads that analyse files one after the other; they end when there is no work. `next` and
// `ended` are called on them.

import CLinux
import FoundationEssentials
import Glibc
import Media
import Music
import Synchronization
import Threads

final class AnalysisThreads: Sendable {
  private struct State {
    var running = 0
    var serial = 0
    /// The number of wake-ups.
    var wakes = 0
    /// The tasks of threads, and those about to be assigned.
    var current: [Int: Cancellation] = [:]
    var isOver = false
  }

  private let count: Int
  private let givesWay: Bool
  private let work: AnalysisWork
  private let state = Mutex(State())
  private let next: @Sendable () -> AnalysisTask?
  private let ended: @Sendable (AnalysisTask, AnalysisEnd, Duration) -> Void

  /// One analyser with its decoder; FFmpeg's decoders need a large stack.
  private static let stackSize = 4 << 20

  /// All cores but one, for background work.
  static var backgroundCount: Int { max(1, ProcessInfo.processInfo.activeProcessorCount - 1) }

  /// - Parameters:
  /// - givesWay: whether processor and disk priority are lowest.
  /// - next: the next task, or nil; may wait for a disk.
  /// - ended: receives the processor time of the task.
  init(
    count: Int, givesWay: Bool, work: AnalysisWork = AnalysisWork(),
    next: @escaping @Sendable () -> AnalysisTask?,
    ended: @escaping @Sendable (AnalysisTask, AnalysisEnd, Duration) -> Void
  ) {
    self.count = count
    self.givesWay = givesWay
    self.work = work
    self.next = next
    self.ended = ended
  }

  /// Starts threads if there may be work; returns at once.
  func wake() {
    let new = state.withLock { state in
      guard !state.isOver else { return 0 }
      state.wakes += 1
      defer { state.running = count }
      return count - state.running
    }
    for _ in 0..<max(0, new) {
      OwnThread.start(named: "analysis", stackSize: AnalysisThreads.stackSize) { self.run() }
    }
  }

  /// Cancels the running tasks within a tenth of a second; each is reported as cancelled.
  func cancelCurrent() {
    state.withLock { state in
      for cancellation in state.current.values { cancellation.cancel() }
    }
  }

  /// Ends for good.
  func stop() {
    state.withLock { $0.isOver = true }
    cancelCurrent()
  }

  /// Whether no thread has a task.
  var isIdle: Bool { state.withLock { $0.running == 0 } }

  private func run() {
    if givesWay { tritone_set_low_priority() }
    while let (serial, task, cancellation) = dequeue() {
      let start = AnalysisThreads.processorTime
      let end = work.end(of: task, cancellation)
      let time = AnalysisThreads.processorTime - start
      state.withLock { _ = $0.current.removeValue(forKey: serial) }
      ended(task, end, time)
    }
  }

  /// The calling thread's processor time.
  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The next task; nil ends the thread.
  ///
  /// The lock is not held during `next`, which may wait: wake-ups meanwhile show in their count,
  /// and a cancellation reaches the one registered before.
  private func dequeue() -> (Int, AnalysisTask, Cancellation)? {
    while true {
      let cancellation = Cancellation()
      let (serial, wakes, isOver) = state.withLock { state in
        state.serial += 1
        state.current[state.serial] = cancellation
        return (state.serial, state.wakes, state.isOver)
      }
      if !isOver, let task = next() { return (serial, task, cancellation) }
      let isLast = state.withLock { state in
        state.current[serial] = nil
        guard state.isOver || state.wakes == wakes else { return false }
        state.running -= 1
        return true
      }
      if isLast { return nil }
    }
  }
}

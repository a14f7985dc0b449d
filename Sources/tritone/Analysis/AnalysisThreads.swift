// Threads that analyse files one after the other, for as long as there are any; without work there
// is no thread. `next` and `ended` are called on them.

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
    /// How often there may have been something to do.
    var wakes = 0
    /// What threads are at, or are about to be told.
    var current: [Int: Cancellation] = [:]
    var isOver = false
  }

  private let count: Int
  private let givesWay: Bool
  private let work: AnalysisWork
  private let state = Mutex(State())
  private let next: @Sendable () -> AnalysisTask?
  private let ended: @Sendable (AnalysisTask, AnalysisEnd, Duration) -> Void

  /// One analyser and the decoder that feeds it; FFmpeg's decoders like room.
  private static let stackSize = 4 << 20

  /// All cores but one, for work that nobody waits for.
  static var backgroundCount: Int { max(1, ProcessInfo.processInfo.activeProcessorCount - 1) }

  /// - Parameters:
  ///   - givesWay: whether everything else goes first, on processors and disks.
  ///   - next: the next task, or nil when there is none; may wait for a disk.
  ///   - ended: with the time that a processor worked on it.
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

  /// Says that there may be something to do; returns at once.
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

  /// Ends what is being done within a tenth of a second; it is reported as cancelled.
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

  /// Whether no thread is at anything.
  var isIdle: Bool { state.withLock { $0.running == 0 } }

  private func run() {
    if givesWay { tritone_give_way() }
    while let (serial, task, cancellation) = dequeue() {
      let start = AnalysisThreads.processorTime
      let end = work.end(of: task, cancellation)
      let time = AnalysisThreads.processorTime - start
      state.withLock { _ = $0.current.removeValue(forKey: serial) }
      ended(task, end, time)
    }
  }

  /// Of the calling thread.
  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Nil ends the thread.
  ///
  /// Nothing is held while the next task is asked for, since that may wait: whoever wakes meanwhile
  /// is heard by their number, and what is given up meanwhile is so by what is registered already.
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

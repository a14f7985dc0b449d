@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) internal import _Concurrency
import Glibc

/// Swift's tasks on threads of our own. Those of libdispatch are watched by a timer, once a second
/// from the first task on to the end of the process.
package enum OwnTasks {
  /// Takes over all tasks of the process that have no other executor; before the first one begins.
  package static func begin() { _createExecutors(factory: Executors.self) }

  /// Sleeps until a time, or until the task is cancelled. For sleeps that are long and often
  /// cancelled: those of `Task.sleep` wake the process at their time all the same.
  package static func sleep(until instant: SuspendingClock.Instant) async {
    await sleep(.suspending, for: SuspendingClock.now.duration(to: instant))
  }

  package static func sleep(until instant: ContinuousClock.Instant) async {
    await sleep(.continuous, for: ContinuousClock.now.duration(to: instant))
  }

  private static func sleep(_ clock: JobTimer.Clock, for time: Duration) async {
    guard let timer = (Executors.defaultExecutor as? OwnExecutor)?.timer else {
      try? await Task.sleep(for: time)  // cut short is as good
      return
    }
    await timer.sleep(clock, until: clock.now + OwnExecutor.wait(for: time))
  }
}

private struct Executors: ExecutorFactory {
  static var mainExecutor: any MainExecutor { PlatformExecutorFactory.mainExecutor }

  // Static, since Swift asks a type; libdispatch's where there are no descriptors for timers.
  static let defaultExecutor: any TaskExecutor =
    OwnExecutor() ?? PlatformExecutorFactory.defaultExecutor
}

private final class OwnExecutor: TaskExecutor, SchedulingExecutor {
  private let threads: TaskThreads
  let timer: JobTimer

  /// Fewer would not do: a task may wait for a disk or for another thread for a moment.
  private static let fewestThreads = 4

  init?() {
    // because a null executor is the one of tasks that are on no actor
    let none = unsafeBitCast((0 as UInt, 0 as UInt), to: UnownedSerialExecutor.self)
    let most = max(Self.fewestThreads, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let threads = TaskThreads(named: "tasks", most: most) { $0.runSynchronously(on: none) }
    guard let timer = JobTimer(ring: { threads.add($0, .of($0)) }) else { return nil }
    (self.threads, self.timer) = (threads, timer)
  }

  func enqueue(_ job: UnownedJob) { threads.add(job, .of(job)) }

  func enqueue(_ job: consuming ExecutorJob) { enqueue(UnownedJob(job)) }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
  ) {
    let kind: JobTimer.Clock = clock is SuspendingClock ? .suspending : .continuous
    // Other durations belong to clocks that wait by themselves.
    let left = clock.now.duration(to: instant) as? Duration ?? .zero
    timer.add(UnownedJob(job), kind, at: kind.now + Self.wait(for: left))
  }

  /// In nanoseconds, bounded.
  static func wait(for time: Duration) -> Int64 {
    Int64(min(max(0, time / .nanoseconds(1)), longestWait))
  }

  /// In nanoseconds: a hundred years.
  private static let longestWait = 3.2e18
}

extension TaskThreads.Urgency {
  fileprivate static func of(_ job: UnownedJob) -> Self {
    switch TaskPriority(job.priority) {
    case nil: .ordinary
    case let priority? where priority < .utility: .background
    case let priority? where priority < .medium: .low
    case let priority? where priority < .high: .ordinary
    default: .high
    }
  }
}

internal import CLinux
import Glibc
import Synchronization

/// Jobs and sleeping tasks that wait for a time. Its thread starts with the first, and sleeps without a timeout of its
/// own: it wakes when the time of a job has come.
final class JobTimer: Sendable {
  enum Clock: Int, CaseIterable {
    /// Goes on while the computer sleeps.
    case continuous
    /// Stands while the computer sleeps.
    case suspending

    fileprivate var id: clockid_t {
      switch self {
      case .continuous: CLOCK_BOOTTIME
      case .suspending: CLOCK_MONOTONIC
      }
    }

    /// In nanoseconds.
    var now: Int64 {
      var now = timespec()
      clock_gettime(id, &now)
      return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }
  }

  private enum Waiting {
    case job(UnownedJob)
    case sleep(TaskSleep)
  }

  private struct Alarm {
    let clock: Clock
    let timer: Int32
    var jobs = JobTimes<Waiting>()
    /// The time that is set; nil for none.
    private var time: Int64?

    init(_ clock: Clock) {
      self.clock = clock
      timer = tritone_timerfd(clock.id)
    }

    mutating func add(_ job: Waiting, at time: Int64) {
      jobs.add(job, at: time)
      if jobs.next != self.time { set() }
    }

    mutating func remove(_ sleep: TaskSleep) {
      jobs.remove { if case .sleep(sleep) = $0 { true } else { false } }
      if jobs.next != time { set() }
    }

    /// Takes the jobs whose time has come.
    mutating func ring() -> [Waiting] {
      let due = jobs.popAll(until: clock.now)
      if !due.isEmpty { set() }
      return due
    }

    private mutating func set() {
      time = jobs.next
      // A time of 0, which would be none, has passed as well as the next.
      tritone_set_timer(timer, time.map { max(1, $0) } ?? 0)
    }
  }

  private struct State {
    /// By their clocks.
    var alarms = Clock.allCases.map { Alarm($0) }
    var isStarted = false
  }

  private let state = Mutex(State())
  private let ring: @Sendable (UnownedJob) -> Void

  /// Nil where the process has no descriptors left.
  ///
  /// - Parameter ring: Called with a job when its time has come, on the thread of the timer.
  init?(ring: @escaping @Sendable (UnownedJob) -> Void) {
    self.ring = ring
    if state.withLock({ $0.alarms.contains { $0.timer < 0 } }) { return nil }
  }

  deinit { state.withLock { for alarm in $0.alarms where alarm.timer >= 0 { close(alarm.timer) } } }

  /// - Parameter time: In nanoseconds of the clock.
  func add(_ job: UnownedJob, _ clock: Clock, at time: Int64) { add(.job(job), clock, at: time) }

  /// Sleeps until a time, or until the task is cancelled: then nothing is left to wake for, as it is
  /// of `Task.sleep`.
  func sleep(_ clock: Clock, until time: Int64) async {
    let sleep = TaskSleep()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard sleep.begin(continuation) else { return continuation.resume() }
        add(.sleep(sleep), clock, at: time)
        // Cancelled in between.
        if sleep.isOver { remove(sleep, clock) }
      }
    } onCancel: {
      sleep.end()
      remove(sleep, clock)
    }
  }

  /// The time for which it is going to wake; nil for none.
  func next(_ clock: Clock) -> Int64? { state.withLock { $0.alarms[clock.rawValue].jobs.next } }

  private func remove(_ sleep: TaskSleep, _ clock: Clock) {
    state.withLock { $0.alarms[clock.rawValue].remove(sleep) }
  }

  private func add(_ job: Waiting, _ clock: Clock, at time: Int64) {
    let isFirst = state.withLock { state in
      state.alarms[clock.rawValue].add(job, at: time)
      defer { state.isStarted = true }
      return !state.isStarted
    }
    if isFirst { OwnThread.start(named: "timer") { self.wait() } }
  }

  private func wait() {
    var timers = state.withLock { state in
      state.alarms.map { pollfd(fd: $0.timer, events: Int16(POLLIN), revents: 0) }
    }
    while true {
      poll(&timers, nfds_t(timers.count), -1)
      let due = state.withLock { state in
        state.alarms.indices.flatMap { state.alarms[$0].ring() }
      }
      for each in due {
        switch each {
        case .job(let job): ring(job)
        case .sleep(let sleep): sleep.end()
        }
      }
    }
  }
}

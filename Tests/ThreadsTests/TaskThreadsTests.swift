import Glibc
import Synchronization
import Testing

@testable import Threads

@Suite("Threads of tasks")
struct TaskThreadsTests {
  /// Runs tasks that prefer it on threads under test, all with one urgency.
  private final class Urgent: TaskExecutor {
    let threads: TaskThreads
    let urgency: TaskThreads.Urgency

    init(_ threads: TaskThreads, _ urgency: TaskThreads.Urgency) {
      (self.threads, self.urgency) = (threads, urgency)
    }

    func enqueue(_ job: UnownedJob) { threads.add(job, urgency) }

    func enqueue(_ job: consuming ExecutorJob) { enqueue(UnownedJob(job)) }
  }

  private func threads(_ most: Int, rest: Duration = .seconds(5)) -> TaskThreads {
    // because a null executor is the one of tasks that are on no actor
    let none = unsafeBitCast((0 as UInt, 0 as UInt), to: UnownedSerialExecutor.self)
    return TaskThreads(named: "test", most: most, rest: rest) { $0.runSynchronously(on: none) }
  }

  private final class Counts: Sendable {
    private let state = Mutex((inside: 0, greatest: 0, isOpen: false))

    var inside: Int { state.withLock(\.inside) }
    var greatest: Int { state.withLock(\.greatest) }

    /// Holds the thread up until the gate is opened.
    func pass() {
      state.withLock {
        $0.inside += 1
        $0.greatest = max($0.greatest, $0.inside)
      }
      while !state.withLock(\.isOpen) { usleep(1000) }
      state.withLock { $0.inside -= 1 }
    }

    func open() { state.withLock { $0.isOpen = true } }
  }

  /// The order in which jobs ran.
  private final class Order<Element: Sendable>: Sendable {
    private let noted = Mutex<[Element]>([])

    var all: [Element] { noted.withLock { $0 } }

    func note(_ element: Element) { noted.withLock { $0.append(element) } }
  }

  @Test("as many jobs run at once as there may be threads, and no more")
  func most() async {
    let threads = threads(3)
    let executor = Urgent(threads, .ordinary)
    let counts = Counts()
    let tasks = (0..<20).map { _ in Task(executorPreference: executor) { counts.pass() } }
    while counts.inside < 3 { usleep(1000) }
    #expect(threads.count == 3)
    counts.open()
    for task in tasks { await task.value }
    #expect(counts.greatest == 3)
  }

  @Test("jobs of low urgency leave half of the threads to others")
  func low() async {
    let threads = threads(4)
    let (low, background) = (Urgent(threads, .low), Urgent(threads, .background))
    let counts = Counts()
    let tasks = (0..<8).map { number in
      Task(executorPreference: number % 2 == 0 ? low : background) { counts.pass() }
    }
    while counts.inside < 2 { usleep(1000) }
    for urgency in [TaskThreads.Urgency.ordinary, .high] {
      await Task(executorPreference: Urgent(threads, urgency)) {}.value
    }
    #expect(counts.greatest == 2)
    counts.open()
    for task in tasks { await task.value }
    #expect(counts.greatest == 2)
  }

  @Test("the most urgent job is the next")
  func urgency() async {
    let threads = threads(1)
    let gate = Counts()
    let order = Order<TaskThreads.Urgency>()
    let first = Task(executorPreference: Urgent(threads, .high)) { gate.pass() }
    while gate.inside < 1 { usleep(1000) }
    await withTaskGroup(of: Void.self) { group in
      for urgency in TaskThreads.Urgency.allCases.reversed() {
        group.addTask(executorPreference: Urgent(threads, urgency)) {
          order.note(urgency)
        }
      }
      gate.open()
    }
    await first.value
    #expect(order.all == TaskThreads.Urgency.allCases)
  }

  @Test("threads end after their rest, and start again for the next job")
  func rest() async {
    let threads = threads(2, rest: .milliseconds(5))
    let executor = Urgent(threads, .ordinary)
    for round in 1...20 {
      let value = await Task(executorPreference: executor) { round }.value
      #expect(value == round)
      while threads.count > 0 { usleep(1000) }
    }
  }

  @Test("no job is lost where threads end as others come")
  func meeting() async {
    let threads = threads(3, rest: .zero)
    let executors = TaskThreads.Urgency.allCases.map { Urgent(threads, $0) }
    for _ in 0..<20 {
      let sum = await withTaskGroup(of: Int.self) { group in
        for number in 0..<200 {
          group.addTask(executorPreference: executors[number % executors.count]) {
            await Task.yield()
            return number
          }
        }
        return await group.reduce(0, +)
      }
      #expect(sum == 199 * 100)
    }
  }

  @Test("a timer gives out jobs when their times have come, by either clock")
  func timer() async throws {
    let made = JobTimer { $0.runNow() }
    let timer = try #require(made)
    for clock in JobTimer.Clock.allCases {
      let rung = Order<Int>()
      let start = clock.now
      await withTaskGroup(of: Void.self) { group in
        for number in [3, 1, 0, 2] {
          let time = start + Int64(number) * 20_000_000
          group.addTask(executorPreference: Later(timer, clock, time)) {
            #expect(clock.now >= time)
            rung.note(number)
          }
        }
      }
      #expect(rung.all == [0, 1, 2, 3])
    }
  }

  /// Runs tasks at a time, on the thread of the timer.
  private final class Later: TaskExecutor {
    private let timer: JobTimer
    private let clock: JobTimer.Clock
    private let time: Int64

    init(_ timer: JobTimer, _ clock: JobTimer.Clock, _ time: Int64) {
      (self.timer, self.clock, self.time) = (timer, clock, time)
    }

    func enqueue(_ job: UnownedJob) { timer.add(job, clock, at: time) }

    func enqueue(_ job: consuming ExecutorJob) { enqueue(UnownedJob(job)) }
  }
}

extension UnownedJob {
  fileprivate func runNow() {
    // because a null executor is the one of tasks that are on no actor
    runSynchronously(on: unsafeBitCast((0 as UInt, 0 as UInt), to: UnownedSerialExecutor.self))
  }
}

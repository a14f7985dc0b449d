import Synchronization
import Threads

/// The PulseAudio output, on its own thread with a main loop that nobody else locks.
final class PulseOutput: ThreadedOutput {
  let isRealTime = true
  let mailbox: OutputMailbox
  let tally = PulseCounters()
  private let ring: Ring
  private let pipe: WakePipe
  private let report: @Sendable (OutputEvent) -> Void
  private let server: String?
  private let prioritized: @Sendable (ThreadPriority, _ thread: Int32) -> Void

  /// - Parameters:
  ///   - server: the server's address; nil for the client default.
  ///   - prioritized: told of the priority that the thread got.
  init(
    server: String? = nil, ring: Ring, report: @escaping @Sendable (OutputEvent) -> Void,
    prioritized: @escaping @Sendable (ThreadPriority, _ thread: Int32) -> Void = { _, _ in }
  ) {
    let pipe = WakePipe()
    self.ring = ring
    self.pipe = pipe
    self.report = report
    self.server = server
    self.prioritized = prioritized
    mailbox = OutputMailbox { pipe.wake() }
  }

  func start() {
    OwnThread.start(named: "pa-audio") {
      [
        server, ring, pipe, mailbox, tally, report, prioritized
      ] in
      if let fault = PulseLibrary.load() {
        report(.unavailable(reason: fault))
        while !mailbox.takesEnd() { pipe.wait() }
        return report(.closed)
      }
      // The thread sleeps in poll most of the time, and its lateness is audible.
      let granted = ThreadPriority.raise()
      tally.priority.withLock { $0 = granted }
      prioritized(granted, ThreadPriority.thread)
      PulseSession(
        server: server, ring: ring, pipe: pipe, mailbox: mailbox, tally: tally, report: report
      ).run()
      report(.closed)
    }
  }
}

import Synchronization
import Threads

/// The sound server, on a thread of its own whose main loop nobody else ever locks.
final class PulseOutput: ThreadedOutput {
  let isRealTime = true
  let mailbox: OutputMailbox
  let tally = PulseCounters()
  private let ring: Ring
  private let pipe: WakePipe
  private let report: @Sendable (OutputEvent) -> Void
  private let server: String?

  /// - Parameter server: where the sound server is; nil finds it as every client does.
  init(server: String? = nil, ring: Ring, report: @escaping @Sendable (OutputEvent) -> Void) {
    let pipe = WakePipe()
    self.ring = ring
    self.pipe = pipe
    self.report = report
    self.server = server
    mailbox = OutputMailbox { pipe.wake() }
  }

  func start() {
    OwnThread.start(named: "pa-audio") { [server, ring, pipe, mailbox, tally, report] in
      // It sleeps in poll but for moments, and is the one that is heard when it comes too late.
      let granted = ThreadPriority.raise()
      tally.priority.withLock { $0 = granted }
      PulseSession(
        server: server, ring: ring, pipe: pipe, mailbox: mailbox, tally: tally, report: report
      ).run()
      report(.closed)
    }
  }
}

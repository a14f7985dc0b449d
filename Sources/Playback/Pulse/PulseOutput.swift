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

  /// - Parameter server: the server's address; nil for the client default.
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
      // The thread sleeps in poll most of the time, and its lateness is audible.
      let granted = ThreadPriority.raise()
      tally.priority.withLock { $0 = granted }
      PulseSession(
        server: server, ring: ring, pipe: pipe, mailbox: mailbox, tally: tally, report: report
      ).run()
      report(.closed)
    }
  }
}

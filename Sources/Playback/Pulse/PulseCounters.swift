import Synchronization
import Threads

/// What happened between this program and the sound server, counted for the whole session.
final class PulseCounters: Sendable {
  /// Connections that were tried.
  let connections = Atomic<Int>(0)
  /// Streams that were asked for.
  let streams = Atomic<Int>(0)
  /// Times that the server ran out of sound while there was some.
  let underruns = Atomic<Int>(0)
  /// What the scheduler granted the thread, nil before it was asked.
  let priority = Mutex<ThreadPriority?>(nil)
}

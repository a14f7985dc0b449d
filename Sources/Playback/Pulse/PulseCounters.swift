import Synchronization
import Threads

/// Counters of the sound server connection, for the whole session.
final class PulseCounters: Sendable {
  /// Connection attempts.
  let connections = Atomic<Int>(0)
  /// Streams requested.
  let streams = Atomic<Int>(0)
  /// Underruns of the server while there was sound.
  let underruns = Atomic<Int>(0)
  /// The thread priority granted by the scheduler, nil before the request.
  let priority = Mutex<ThreadPriority?>(nil)
}

// The log of a process that crashes, which a signal handler flushes: its thread still runs then.

internal import Synchronization

enum CrashedLog {
  /// Keeps the queue until another takes its place, or for as long as the process runs.
  static func use(_ queue: LogQueue) {
    let new = UInt(bitPattern: Unmanaged.passRetained(queue).toOpaque())
    let last = address.exchange(new, ordering: .acquiringAndReleasing)
    if let last = UnsafeRawPointer(bitPattern: last) {
      Unmanaged<LogQueue>.fromOpaque(last).release()
    }
  }
}

/// The address of the queue, 0 for none; global, since a signal handler can reach nothing else.
private let address = Atomic<UInt>(0)

/// Writes what is queued, and the signal, within 200 milliseconds; for signal handlers.
package nonisolated func flushLogAfterCrash(_ signal: Int32) {
  guard let queue = UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)) else { return }
  Unmanaged<LogQueue>.fromOpaque(queue).takeUnretainedValue().flushAfterCrash(signal)
}

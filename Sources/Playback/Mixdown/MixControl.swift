import Music
import Synchronization
import Threads

/// Progress and cancellation, shared with the thread that renders a mix.
final class MixControl: Sendable {
  let ring = Ring()
  private let events = Mutex<[DecodeEvent]>([])
  private let cancelled = Atomic<Bool>(false)
  /// Microseconds.
  private let reached = Atomic<Int64>(0)

  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  /// The length of the mix written so far.
  var written: Duration {
    get { .microseconds(reached.load(ordering: .relaxed)) }
    set { reached.store(Int64(newValue.seconds * 1e6), ordering: .relaxed) }
  }

  func cancel() {
    cancelled.store(true, ordering: .releasing)
    ring.consumerWake.post()
  }

  func note(_ event: DecodeEvent) {
    events.withLock { $0.append(event) }
    ring.consumerWake.post()
  }

  var hasEvents: Bool { events.withLock { !$0.isEmpty } }

  func takeEvents() -> [DecodeEvent] {
    events.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}

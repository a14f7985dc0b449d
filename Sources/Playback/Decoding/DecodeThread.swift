// A thread that opens files and decodes them into the ring. It may block in the file system; then
// the player abandons it, and another takes over the ring.
import Glibc
import Media
import Music
import Synchronization
import Threads

/// The producer of the ring.
final class DecodeThread: Sendable {
  private struct Mail {
    var request: DecodeRequest?
    /// The latest successor of each item.
    var next: [(after: PlayID, NextItem)] = []
    /// The changed crossfade of the sound settings.
    var crossfade: Duration?
    /// An item whose gain has changed.
    var regained: PlayItem?
    /// The frame of an underrun, where a refill is awaited.
    var refill: FrameNumber?
    /// New seek indices; a decode thread has two files open at most.
    var indices: [(FilePath, SeekIndex)] = []
    var isStopped = false
    var isOver = false
  }

  private let ring: Ring
  private let reading: FileReading
  private let remote: RemoteOpening
  private let awaitsSuccessor: Bool
  private let crossfade: Duration
  private let report: @Sendable (DecodeEvent) -> Void
  private let mail = Mutex(Mail())
  /// Held while the ring is written, so that an abandoned thread can never write again.
  private let isAbandoned = Mutex(false)

  init(
    ring: Ring, reading: @escaping FileReading,
    remote: @escaping RemoteOpening = MediaError.noServers, awaitsSuccessor: Bool,
    crossfade: Duration = .zero, report: @escaping @Sendable (DecodeEvent) -> Void
  ) {
    self.ring = ring
    self.reading = reading
    self.remote = remote
    self.awaitsSuccessor = awaitsSuccessor
    self.crossfade = crossfade
    self.report = report
    OwnThread.start(named: "decode") { self.run() }
  }

  func start(_ request: DecodeRequest) {
    send {
      $0.request = request
      $0.next = []
      $0.refill = nil
      $0.isStopped = false
    }
  }

  /// Whether the last request was not even received: the thread is blocked in a file.
  var isRequestPending: Bool { mail.withLock { $0.request != nil } }

  func setNext(_ next: NextItem, after id: PlayID) {
    send {
      $0.next.removeAll { $0.after == id }
      $0.next.append((id, next))
    }
  }

  /// Changes the crossfade of items without one of their own.
  func setCrossfade(_ crossfade: Duration) { send { $0.crossfade = crossfade } }

  /// Changes the gain of an item in the ring.
  func setGain(of item: PlayItem) { send { $0.regained = item } }

  /// Passes a new seek index to the decoders of its file.
  func use(_ index: SeekIndex, of path: FilePath) {
    send { $0.indices = $0.indices.suffix(3) + [(path, index)] }
  }

  /// Requests the event `refilled` once there is enough sound behind `frame`.
  func refill(from frame: FrameNumber) { send { $0.refill = frame } }

  /// Closes the files and sleeps until the next request.
  func stop() {
    send {
      $0.request = nil
      $0.next = []
      $0.isStopped = true
    }
  }

  /// Ends the thread, at once if it is not blocked; it never writes again in either case.
  func abandon() {
    isAbandoned.withLock { $0 = true }
    send { $0.isOver = true }
  }

  private func send(_ change: (inout Mail) -> Void) {
    mail.withLock { change(&$0) }
    ring.producerWake.post()
  }

  private func run() {
    let work = DecodeLoop(
      ring: ring, reading: reading, remote: remote, awaitsSuccessor: awaitsSuccessor
    ) { [self] write in
      isAbandoned.withLock { gone in
        if !gone { write() }
        return !gone
      }
    } report: { [self] event in
      if !isAbandoned.withLock({ $0 }) { report(event) }
    }
    work.setCrossfade(crossfade)
    while true {
      let taken = mail.withLock { mail in
        defer {
          mail.request = nil
          mail.next = []
          mail.refill = nil
          mail.crossfade = nil
          mail.regained = nil
          mail.indices = []
          mail.isStopped = false
        }
        return mail
      }
      if taken.isOver {
        // The wake-up may have been meant for the thread that replaced this one.
        return ring.producerWake.post()
      }
      if taken.isStopped { work.stop() }
      if let crossfade = taken.crossfade { work.setCrossfade(crossfade) }
      if let request = taken.request { work.begin(request) }
      if let item = taken.regained { work.setGain(of: item) }
      for (path, index) in taken.indices { work.use(index, of: path) }
      for (id, next) in taken.next { work.setNext(next, after: id) }
      if let refill = taken.refill { work.refill(from: refill) }
      if !work.step(), !mail.withLock({ $0.isOver }) { work.sleep() }
    }
  }
}

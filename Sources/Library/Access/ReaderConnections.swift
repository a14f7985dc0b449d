import Dispatch
internal import GRDB
internal import GRDBSQLite
import Synchronization

/// Read-only connections to a database, lent to one access at a time, the oldest first.
///
/// Each has a cache and the schema in memory, and most reads are over sooner than a connection is
/// opened: few are opened at once, and others where long reads have them all.
final class ReaderConnections: Sendable {
  /// A backup, an import and a search may read for seconds, and the rows of lists beside them.
  static let maximumCount = 4
  /// As many are opened without a wait: for the lists, and for what is read beside them.
  static let countAtOnce = 2
  /// The wait for a connection after which another one is opened.
  private static let patience = Duration.milliseconds(3)

  private enum Answer {
    case reader(DatabaseQueue)
    /// A connection may be opened.
    case mayOpen
  }

  private typealias Request = @Sendable (Answer) -> Void

  private struct State {
    /// Those that are open, in use or not, the oldest first.
    var all: [DatabaseQueue] = []
    var free: [DatabaseQueue] = []
    /// Those that are open or being opened.
    var count = 0
    /// The oldest first, by their numbers.
    var waiting: [(number: Int, request: Request)] = []
    var lastNumber = 0

    /// The oldest free connection, whose cache is the fullest.
    mutating func taken() -> DatabaseQueue? {
      let oldest = all.first { reader in free.contains { $0 === reader } }
      free.removeAll { $0 === oldest }
      return oldest
    }
  }

  private let path: String
  private let configuration: Configuration
  private let state = Mutex(State())
  /// Opens connections for tasks, whose threads do not wait for the disk.
  private let opening = DispatchQueue(label: "library.readers", qos: .userInitiated)

  init(path: String, configuration: Configuration) {
    self.path = path
    var configuration = configuration
    configuration.readonly = true
    // Readers wait where another process recovers the log, or is the last one to close it.
    configuration.busyMode = .timeout(10)
    self.configuration = configuration
  }

  // MARK: Lending

  /// Waits for a connection on this thread.
  func take() throws -> DatabaseQueue {
    let answer = Waiting()
    request { answer.end($0) }
    return switch answer.wait() {
    case .reader(let reader): reader
    case .mayOpen: try opened()
    }
  }

  /// Waits for a connection without a thread.
  func take() async throws -> DatabaseQueue {
    let answer = await withCheckedContinuation {
      (continuation: CheckedContinuation<Answer, Never>) in
      request { continuation.resume(returning: $0) }
    }
    switch answer {
    case .reader(let reader): return reader
    case .mayOpen:
      return try await withCheckedThrowingContinuation { continuation in
        opening.async { continuation.resume(with: Result { try self.opened() }) }
      }
    }
  }

  func giveBack(_ reader: DatabaseQueue) { pass(.reader(reader)) }

  /// Answers at once, or when a connection is given back or may be opened.
  private func request(_ request: @escaping Request) {
    let (answer, number) = state.withLock { state -> (Answer?, Int) in
      if let reader = state.taken() { return (.reader(reader), 0) }
      guard state.count >= ReaderConnections.countAtOnce else {
        state.count += 1
        return (.mayOpen, 0)
      }
      state.lastNumber += 1
      state.waiting.append((state.lastNumber, request))
      return (nil, state.lastNumber)
    }
    if let answer { return request(answer) }
    Task.detached { [self] in
      try? await Task.sleep(for: ReaderConnections.patience, clock: .suspending)  // not cancelled
      endWait(of: number)
    }
  }

  /// Has a connection opened where a request still waits.
  private func endWait(of number: Int) {
    let next = state.withLock { state -> Request? in
      guard let first = state.waiting.first, first.number <= number,
        state.count < ReaderConnections.maximumCount
      else { return nil }
      state.count += 1
      return state.waiting.removeFirst().request
    }
    next?(.mayOpen)
  }

  private func opened() throws -> DatabaseQueue {
    do {
      let reader = try DatabaseQueue(path: path, configuration: configuration)
      state.withLock { $0.all.append(reader) }
      return reader
    } catch {
      // The next request opens a connection itself.
      pass(.mayOpen)
      throw error
    }
  }

  private func pass(_ answer: Answer) {
    let next = state.withLock { state -> Request? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst().request }
      switch answer {
      case .reader(let reader): state.free.append(reader)
      case .mayOpen: state.count -= 1
      }
      return nil
    }
    next?(answer)
  }

  /// A thread that waits.
  private final class Waiting: Sendable {
    private let answer = Mutex<Answer?>(nil)
    private let isOver = DispatchSemaphore(value: 0)

    func end(_ answer: Answer) {
      self.answer.withLock { $0 = answer }
      isOver.signal()
    }

    func wait() -> Answer {
      while true {
        isOver.wait()
        if let answer = answer.withLock({ $0 }) { return answer }
      }
    }
  }

  // MARK: All connections

  func interrupt() {
    for reader in state.withLock({ $0.all }) { reader.interrupt() }
  }

  /// Empties the caches of those that are not in use.
  func releaseCaches() {
    let idle = state.withLock { state in
      defer { state.free = [] }
      return state.free
    }
    for reader in idle {
      reader.unsafeRead { _ = sqlite3_db_release_memory($0.sqliteConnection) }
      giveBack(reader)
    }
  }

  /// Closes the connections, none of which is in use.
  func close() {
    let closed = state.withLock { state in
      defer { state = State() }
      return state
    }
    withExtendedLifetime(closed) {}
  }
}

// Owns libcurl's multi handle and the transfer thread. The thread begins with the first transfer,
// ends with the client, and sleeps without a timeout while nothing is transferred. Never calls out
// while it holds the lock.
internal import CCurl
internal import Glibc
internal import Synchronization
internal import Threads

/// Runs transfers on a thread of its own, a bounded number at once.
final class TransferLoop: @unchecked Sendable {
  // because `shared` is used under the lock of `condition` only, and the rest by the thread alone
  private let condition = Condition()
  private var shared = Shared()
  private let configuration: HTTPConfiguration
  /// Of the thread.
  private var active: [Transfer] = []
  private var waiting: [Transfer] = []

  private struct Shared {
    var submitted: [Transfer] = []
    var isStarted = false
    var isOver = false
    var hasCancelled = false
    /// Waiting and running ones.
    var count = 0
    var multi: CurlHandle?
    var settings: CurlSettings?
  }

  /// Idle connections that are kept.
  private static let maximumConnections = 16

  init(_ configuration: HTTPConfiguration) {
    var configuration = configuration
    // Without any, the thread would have work and never do it.
    configuration.limits.transfers = max(1, configuration.limits.transfers)
    configuration.limits.transfersPerHost = max(1, configuration.limits.transfersPerHost)
    configuration.limits.backgroundTransfers = max(1, configuration.limits.backgroundTransfers)
    self.configuration = configuration
  }

  /// Runs a transfer to its end; cancelling the task ends it.
  func run(_ transfer: Transfer) async -> TransferOutcome {
    if let error = ready() { return TransferOutcome(head: nil, error: error) }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        transfer.continuation = continuation
        let limit = configuration.limits.waiting + configuration.limits.transfers
        // Transfers of other classes that wait are no reason to refuse one of sound.
        let isRefusable = transfer.request.urgency != .urgent
        let refusal: HTTPError? = condition.withLock {
          if shared.isOver { return .cancelled }
          guard shared.count < limit || !isRefusable else {
            return .invalidRequest(reason: "too many requests wait already")
          }
          shared.count += 1
          shared.submitted.append(transfer)
          wake()
          return nil
        }
        if let refusal { transfer.resume(refusal) }
      }
    } onCancel: {
      transfer.isCancelled.store(true, ordering: .relaxed)
      condition.withLock {
        shared.hasCancelled = true
        wake()
      }
    }
  }

  /// Ends all transfers and the thread.
  func end() {
    condition.withLock {
      shared.isOver = true
      wake()
    }
  }

  /// Loads libcurl and starts the thread, once.
  private func ready() -> HTTPError? {
    condition.withLock { () -> HTTPError? in
      guard !shared.isStarted, !shared.isOver else { return nil }
      do throws(HTTPError) {
        shared.settings = try CurlSettings(configuration)
      } catch { return error }
      shared.multi = tritone_curl_multi_new()
      guard shared.multi != nil else { return .noLibrary(reason: "it cannot be initialised") }
      shared.isStarted = true
      OwnThread.start(named: "http") { [self] in loop() }
      return nil
    }
  }

  /// Under the lock.
  private func wake() {
    condition.broadcast()
    tritone_curl_multi_wakeup(shared.multi)
  }

  // MARK: - On the thread

  private func loop() {
    // libcurl does not ignore the signal of a closed connection where signals are forbidden to it.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let (multi, settings) = condition.withLock { (shared.multi, shared.settings) }
    // because `ready` has made them before it started the thread
    let settingsOfAll = settings!
    tritone_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, Self.maximumConnections)
    while takeWork() {
      dropCancelled(multi)
      startWaiting(multi, settingsOfAll)
      guard !active.isEmpty else { continue }
      tritone_curl_multi_perform(multi)
      var code = CURLE_OK
      while let handle = tritone_curl_multi_finished(multi, &code) {
        guard let transfer = active.first(where: { $0.handle == handle }) else { continue }
        finish(transfer, multi, transfer.error(code))
      }
      endLate(multi)
      startWaiting(multi, settingsOfAll)
      if !active.isEmpty { tritone_curl_multi_poll(multi, millisecondsToDeadline()) }
    }
    for transfer in active + waiting { finish(transfer, multi, .cancelled) }
    let left = condition.withLock {
      shared.multi = nil
      defer { shared.submitted = [] }
      return shared.submitted
    }
    for transfer in left { transfer.resume(.cancelled) }
    tritone_curl_multi_free(multi)
  }

  /// Waits for work; false at the end.
  private func takeWork() -> Bool {
    condition.withLock {
      while !shared.isOver, shared.submitted.isEmpty, active.isEmpty, waiting.isEmpty {
        condition.wait()
      }
      waiting += shared.submitted
      shared.submitted = []
      return !shared.isOver
    }
  }

  private func dropCancelled(_ multi: CurlHandle?) {
    let isDue = condition.withLock {
      defer { shared.hasCancelled = false }
      return shared.hasCancelled
    }
    guard isDue else { return }
    for transfer in active + waiting where transfer.isCancelled.load(ordering: .relaxed) {
      finish(transfer, multi, .cancelled)
    }
  }

  /// Starts those that wait, in order; a host that has its number is passed over.
  private func startWaiting(_ multi: CurlHandle?, _ settings: CurlSettings) {
    guard !waiting.isEmpty else { return }
    var shares = TransferShares(configuration.limits)
    for transfer in active { shares.add(transfer.request) }
    for transfer in waiting {
      guard shares.hasRoom(for: transfer.request) else { continue }
      waiting.removeAll { $0 === transfer }
      active.append(transfer)
      shares.add(transfer.request)
      transfer.deadlines.begin()
      guard transfer.prepare(settings),
        tritone_curl_multi_add(multi, transfer.handle) == CURLM_OK
      else {
        finish(transfer, multi, .noLibrary(reason: "an option is missing in this version"))
        continue
      }
    }
  }

  private func endLate(_ multi: CurlHandle?) {
    let now = SuspendingClock.now
    for transfer in active {
      guard let timeout = transfer.deadlines.reached(at: now) else { continue }
      finish(transfer, multi, .timedOut(transfer.place, timeout))
    }
  }

  private func millisecondsToDeadline() -> Int32 {
    guard let next = active.map(\.deadlines.next).min() else { return 0 }
    let left = SuspendingClock.now.duration(to: next) / .milliseconds(1)
    // Rounded up, so that the deadline has passed then.
    return Int32(max(0, min(left, 1e9))) + 1
  }

  private func finish(_ transfer: Transfer, _ multi: CurlHandle?, _ error: HTTPError?) {
    let metrics = transfer.metrics
    if transfer.handle != nil { tritone_curl_multi_remove(multi, transfer.handle) }
    transfer.release()
    active.removeAll { $0 === transfer }
    waiting.removeAll { $0 === transfer }
    condition.withLock { shared.count -= 1 }
    configuration.log?(HTTPLogEntry(metrics: metrics, error: error))
    transfer.resume(error)
  }
}

extension Transfer {
  /// Hands the transfer back to its task.
  fileprivate func resume(_ error: HTTPError?) {
    let continuation = continuation
    self.continuation = nil
    continuation?.resume(returning: TransferOutcome(head: head, error: error))
  }
}
